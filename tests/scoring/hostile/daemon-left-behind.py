# outcome: wrong runtime_error
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for fd in range(64):
            try:
                os.close(fd)
            except OSError:
                pass
        while True:
            time.sleep(1)
    os._exit(0)
print(0)
