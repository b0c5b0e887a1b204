# outcome: timeout memory
print(sum(range(10**15)))
