# outcome: timeout runtime_error wrong
import os, signal
while True:
    os.kill(os.getppid(), signal.SIGINT)
    os.kill(1, signal.SIGUSR1)
