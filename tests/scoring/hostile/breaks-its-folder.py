# outcome: wrong runtime_error
import os

for number in range(10):
    try:
        os.symlink("/", "/tmp/%d" % number)
    except OSError:
        pass
try:
    os.chmod("/tmp", 0)
    os.remove("/tmp/program.py")
except OSError:
    pass
print(0)
