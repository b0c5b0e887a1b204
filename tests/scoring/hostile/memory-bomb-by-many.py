# outcome: memory timeout runtime_error
import os
for _ in range(8):
    os.fork()
hoard = []
while True:
    try:
        hoard.append(b"x" * (1 << 20))
    except MemoryError:
        pass
