# outcome: wrong runtime_error
import os
try:
    import resource
    for pid in (1, os.getppid()):
        try:
            resource.prlimit(pid, resource.RLIMIT_CPU, (0, 0))
            print("ESCAPED")
        except (OSError, ValueError, PermissionError):
            print("refused")
    resource.setrlimit(resource.RLIMIT_DATA, (1 << 40, 1 << 40))
    print("ESCAPED")
except (ImportError, ValueError, OSError):
    print("no limits")
