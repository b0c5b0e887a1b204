"""Runs one program on each of several inputs, every one in a process of its own, in the working directory.

Reads {"program", "inputs", "seconds"}, JSON; writes a list of [exit code, output, errors], JSON, to its output; the
code is null past the time limit.
"""

import json
import os
import resource
import signal
import sys

MEMORY, FILE = 1 << 30, 1 << 22


def become(program, seconds):
    """Turns this process into the program; never comes back to the host."""
    for fd, name, flags in ((0, "in", os.O_RDONLY), (1, "out", os.O_WRONLY), (2, "err", os.O_WRONLY)):
        os.dup2(os.open(name, flags), fd)
    sys.stdin = open(0, encoding="utf-8", closefd=False)
    sys.stdout = sys.__stdout__ = open(1, "w", encoding="utf-8", newline="\n", closefd=False)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE, FILE))
    signal.setitimer(signal.ITIMER_REAL, seconds)
    exec(compile(program, "program.py", "exec"), {"__name__": "__main__"})
    if {"atexit", "threading"} & set(sys.modules):
        sys.exit(0)
    # With nothing left to do, the interpreter's own end would take longer than most programs.
    sys.stdout.flush()
    sys.__stdout__.flush()
    os._exit(0)


def run(program, text, seconds):
    for name, content in (("in", text), ("out", ""), ("err", "")):
        with open(name, "w", encoding="utf-8", newline="") as file:
            file.write(content)
    child = os.fork()
    if child == 0:
        become(program, seconds)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    said = [open(name, encoding="utf-8", errors="replace", newline="").read() for name in ("out", "err")]
    return [None if code == -signal.SIGALRM else code, *said]


if __name__ == "__main__":
    asked = json.load(sys.stdin)
    answers = [run(asked["program"], text, asked["seconds"]) for text in asked["inputs"]]
    json.dump(answers, sys.stdout)
