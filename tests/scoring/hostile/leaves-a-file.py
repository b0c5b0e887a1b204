# outcome: wrong
import os
for folder in ("/tmp", "/dev/shm", "/var/tmp", "/run", "."):
    try:
        with open(folder + "/leftover", "w") as file:
            file.write("42")
    except OSError:
        pass
print(0)
