# outcome: memory
hoard = []
while True:
    hoard.append(bytearray(1 << 20))
