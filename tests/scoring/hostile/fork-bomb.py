# outcome: timeout memory runtime_error
import os
while True:
    try:
        os.fork()
    except OSError:
        pass
