# outcome: memory
block = [0] * 10**8
