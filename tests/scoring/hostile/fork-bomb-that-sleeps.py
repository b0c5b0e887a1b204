# outcome: wrong timeout runtime_error memory
import os, time
count = 0
try:
    while count < 5000:
        if os.fork() == 0:
            time.sleep(1000)
        count += 1
except OSError:
    pass
print("ESCAPED" if count > 100 else count)
