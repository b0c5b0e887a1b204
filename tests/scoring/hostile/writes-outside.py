# outcome: wrong
import os
for path in ("{{CANARY}}", "/usr/lib/python3/sitecustomize.py", "/etc/cron.d/x", "/dev/shm/x", "/x", "{{REPOSITORY}}/x",
             os.__file__, "/run/x"):
    try:
        with open(path, "w") as file:
            file.write("overwritten")
    except OSError:
        pass
print("done")
