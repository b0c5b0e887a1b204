# outcome: wrong runtime_error
import subprocess
for command in (["/bin/sh", "-c", "echo ESCAPED"], ["/usr/bin/env"], ["bwrap", "true"], ["id"]):
    try:
        print("ESCAPED", subprocess.run(command, capture_output=True).stdout)
    except Exception as error:
        print(type(error).__name__)
