# outcome: wrong
import os
for folder in ("/tmp", "/dev/shm", "/var/tmp", "/run", "."):
    if os.path.exists(folder + "/leftover"):
        print("ESCAPED", folder)
print(0)
