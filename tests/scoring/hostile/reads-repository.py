# outcome: wrong runtime_error
import os
for path in ("{{REPOSITORY}}/package.json", "{{REPOSITORY}}", "{{CANARY}}", "/work", "/root", "/home"):
    try:
        print("ESCAPED", os.listdir(path) if os.path.isdir(path) else open(path).read())
    except OSError:
        print("nothing")
