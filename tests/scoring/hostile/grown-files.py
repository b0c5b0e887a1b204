# outcome: wrong
import os, sys
made = 0
try:
    for number in range(400):
        with open("grown%d" % number, "wb") as file:
            os.ftruncate(file.fileno(), 4 << 20)
        made += 1
except OSError:
    pass
print("ESCAPED" if sys.platform == "wasi" and made > 8 else "stopped")
