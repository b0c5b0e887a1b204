# outcome: output_limit
while True:
    print('x' * 1000)
