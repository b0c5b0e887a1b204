# outcome: wrong runtime_error timeout
import os
made = 0
try:
    while made < 200000:
        os.close(os.open("f%d" % made, os.O_CREAT | os.O_WRONLY))
        made += 1
except OSError:
    pass
print("ESCAPED" if made >= 200000 else "stopped")
