# outcome: wrong runtime_error
import os
if hasattr(os, "fork") and os.fork() == 0:
    os.write(1, b"4")
    os._exit(0)
os._exit(0)
