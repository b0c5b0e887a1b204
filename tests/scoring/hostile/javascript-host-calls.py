# outcome: wrong runtime_error
import os
for path in ("/run/request", "/run/value", "/run/../../etc/passwd", "/tmp/../../../{{CANARY}}", "//etc/passwd"):
    try:
        with open(path, "rb") as file:
            data = file.read()
        if data == b"canary" or data.startswith(b"root:"):
            print("ESCAPED", path)
    except OSError:
        pass
for path in ("/run/value", "/run/request"):
    try:
        with open(path, "wb") as file:
            file.write(b"42")
    except OSError:
        pass
print("done")
