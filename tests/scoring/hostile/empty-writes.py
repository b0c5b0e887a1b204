# outcome: wrong
import os
for _ in range(200_000):
    os.write(1, b"")
    os.write(2, b"")
print("nothing")
