# outcome: wrong
print(7)
