# outcome: wrong runtime_error
import os
record = b"ended 0 3 0 0\n42\ndone\n"
for fd in range(3, 256):
    try:
        os.write(fd, record * 10)
    except OSError:
        pass
for pid in (1, os.getppid()):
    for fd in range(8):
        try:
            with open("/proc/%d/fd/%d" % (pid, fd), "wb") as file:
                file.write(record)
            print("ESCAPED")
        except OSError:
            pass
os._exit(0)
