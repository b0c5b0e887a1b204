# outcome: wrong
import os
made = 0
for number in range(20):
    for make in (lambda name: os.close(os.open(name, os.O_CREAT | os.O_WRONLY)), os.mkdir):
        try:
            make("a" * 1_000_000 + str(number))
            made += 1
        except OSError:
            pass
print("ESCAPED" if made else "stopped")
