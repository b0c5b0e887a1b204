# outcome: timeout
import os
while True:
    os.write(2, b"e" * 65536)
