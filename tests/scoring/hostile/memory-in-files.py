# outcome: runtime_error wrong
import os
try:
    os.memfd_create("hoard")
    print("ESCAPED")
except (OSError, AttributeError):
    print("no memfd")
