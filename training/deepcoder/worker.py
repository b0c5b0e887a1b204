"""Runs programs sent by pool.py: one JSON line {"program", "inputs"} in, one JSON line [[output, error], …] out.

Before the first program the process gives up memory beyond 512 MiB, files, writing and new processes.
"""

import json
import os
import resource
import sys

from training.deepcoder.run_program import run_all

MEMORY_BYTES = 512 * 2**20

if __name__ == "__main__":
    # Programs see replaced streams; the real ones stay with the protocol. run_program's modules are loaded by now.
    requests, replies = os.fdopen(os.dup(0), "r"), os.fdopen(os.dup(1), "w")
    devnull = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):
        os.dup2(devnull, stream)
    run_all("print(undefined)", [""])
    for limit, value in (
        (resource.RLIMIT_AS, MEMORY_BYTES),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_NPROC, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, 0),
    ):
        resource.setrlimit(limit, (value, value))
    sys.setrecursionlimit(500)
    for line in requests:
        request = json.loads(line)
        # Underscored attributes are the way out of the few builtins; no program of the training style has them.
        refused = "__" in request["program"]
        results = [("", "refused")] * len(request["inputs"]) if refused else run_all(request["program"], request["inputs"])
        replies.write(json.dumps(results) + "\n")
        replies.flush()
