# outcome: runtime_error memory wrong
print(eval('(' * 100000 + ')' * 100000))
