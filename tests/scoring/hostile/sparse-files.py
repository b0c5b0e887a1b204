# outcome: wrong
import os, sys
made = 0
try:
    for number in range(400):
        with open("sparse%d" % number, "wb") as file:
            file.seek((4 << 20) - 1)
            file.write(b"x")
        made += 1
except OSError:
    pass
# Only a real file system keeps the holes of files for nothing.
print("ESCAPED" if sys.platform == "wasi" and made > 8 else "stopped")
