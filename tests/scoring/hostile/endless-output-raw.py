# outcome: output_limit
import os
while True:
    os.write(1, b"y" * 65536)
