# outcome: wrong runtime_error
import os, time
if os.fork() == 0:
    os.setsid()
    time.sleep(1000)
print(0)
