# outcome: wrong runtime_error
import os
for target in ("{{CANARY}}", "/proc/1/root{{CANARY}}", "/etc/passwd", "../../../../../../{{CANARY}}"):
    try:
        os.symlink(target, "link")
        print("ESCAPED", open("link").read())
    except OSError:
        print("nothing")
    finally:
        try:
            os.remove("link")
        except OSError:
            pass
