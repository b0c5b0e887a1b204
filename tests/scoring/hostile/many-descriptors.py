# outcome: wrong
import os
held = []
try:
    while len(held) < 5000:
        held.append(os.dup(0) if hasattr(os, "dup") else os.open("d", os.O_CREAT))
except OSError:
    pass
print("ESCAPED" if len(held) >= 5000 else "stopped")
