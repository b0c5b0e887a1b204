# outcome: runtime_error wrong timeout
import os, signal
for pid in (-1, 1, os.getppid(), {{PID}}):
    for number in (signal.SIGTERM, signal.SIGINT, getattr(signal, "SIGSTOP", 2), getattr(signal, "SIGKILL", 9)):
        try:
            os.kill(pid, number)
        except Exception:
            pass
print(0)
