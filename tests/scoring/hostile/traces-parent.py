# outcome: wrong runtime_error
import os
try:
    import ctypes
    libc = ctypes.CDLL(None, use_errno=True)
    for pid in (1, os.getppid(), {{PID}}):
        if libc.ptrace(16, pid, 0, 0) == 0 or libc.ptrace(0x4206, pid, 0, 0) == 0:
            print("ESCAPED")
    buffer = ctypes.create_string_buffer(16)
    print("no trace")
except (ImportError, OSError, AttributeError):
    print("no ctypes")
for name in ("mem", "fd", "fdinfo", "maps", "environ"):
    try:
        path = "/proc/%d/%s" % (os.getppid(), name)
        print("ESCAPED", os.listdir(path) if os.path.isdir(path) else open(path, "r+b").read(1))
    except OSError:
        print("closed")
