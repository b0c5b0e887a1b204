# outcome: memory runtime_error
import mmap
hoard = []
while True:
    block = mmap.mmap(-1, 1 << 26)
    hoard.append(block)
    for at in range(0, 1 << 26, 4096):
        block[at] = 1
