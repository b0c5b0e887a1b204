"""Problems of deepcoder-mt, the program of a reply, and which tests a program passes, by plain Python processes."""

import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from functools import cache
from pathlib import Path

HOST = Path(__file__).resolve().parent / "program_host.py"
SECONDS = 6
SHOWN_TESTS = 2
TOLERANCE = Decimal("1e-6")
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
FENCE = "```"


def problems(file):
    """Of each problem its statement, inputs, expected outputs, and how many of these, from the first, are public."""
    found = {}
    with open(file, encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            tests = json.loads(row["tests"])
            assert all(test["testtype"] == "stdin" for test in tests), f"{row['instance_id']}: tests of functions"
            found[row["instance_id"]] = {
                "statement": row["problem"],
                "inputs": [test["input"] for test in tests],
                "expected": [test["output"] for test in tests],
                "public": row.get("public_tests", min(SHOWN_TESTS, len(tests))),
            }
    return found


def program_of(reply):
    """What stands in the last closed block of Python, else in the last of no language; None without one."""
    found = {}
    language, body = None, ""
    for line in re.split(r"(?<=\n)", reply):
        before, fence, after = line.partition(FENCE)
        if language is not None:
            body += before
            if fence:
                found["" if language == "" else language in ("python", "python3", "py")] = body.replace("\r\n", "\n")
                language = None
        elif fence and line.endswith("\n") and "`" not in before + after:
            language, body = (after.split() or [""])[0].lower(), ""
    return found.get(True, found.get(""))


def tokens_agree(wanted, given):
    if wanted == given:
        return True
    if not (NUMBER.fullmatch(wanted) and NUMBER.fullmatch(given)):
        return False
    expected, actual = Decimal(wanted), Decimal(given)
    if expected == actual:
        return True
    whole = [not set(text) & set(".eE") for text in (wanted, given)]
    scale = 1 if whole[0] else max(Decimal(1), abs(expected))
    return not all(whole) and abs(expected - actual) <= TOLERANCE * scale


def agrees(wanted, given):
    """The tolerant rule: line by line without blank lines at both ends, token by token whatever blanks part them."""
    expected, actual = ([line.split() for line in text.strip().split("\n")] for text in (wanted, given))
    return [len(line) for line in expected] == [len(line) for line in actual] and all(
        tokens_agree(*pair) for lines in zip(expected, actual, strict=True) for pair in zip(*lines, strict=True)
    )


def run(program, inputs):
    """[exit code or None past the time limit, output, errors] of each input."""
    request = json.dumps({"program": program, "inputs": inputs, "seconds": SECONDS})
    # Isolated but for the hash seed, which decides the order of sets of strings; the tool fixes it.
    command = [sys.executable, "-S", "-s", "-B", str(HOST)]
    with tempfile.TemporaryDirectory() as folder:
        ended = subprocess.run(
            command,
            input=request,
            capture_output=True,
            text=True,
            cwd=folder,
            env={"PYTHONHASHSEED": "0", "PYTHONUTF8": "1"},
            timeout=60 + SECONDS * len(inputs),
            check=True,
        )
    return json.loads(ended.stdout)


class Judge:
    """Results of programs at problems; each distinct program runs once."""

    def __init__(self, file):
        self.problems = problems(file)
        self.results = cache(lambda instance, program: run(program, self.problems[instance]["inputs"]))

    def prepare(self, asked):
        """Runs every (instance, program), several at a time; a program may be None."""
        distinct = dict.fromkeys(one for one in asked if one[1] is not None)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(lambda one: self.results(*one), distinct))

    def passed(self, instance, program):
        """Of each test whether it passes."""
        wanted = self.problems[instance]["expected"]
        results = self.results(instance, program)
        return [code == 0 and agrees(text, said) for text, (code, said, _) in zip(wanted, results, strict=True)]

    def quality(self, instance, program):
        """Share of the tests that pass; a reply without a program has 0."""
        if program is None:
            return 0.0
        passed = self.passed(instance, program)
        return sum(passed) / len(passed)

    def fails_in_public(self, instance, program):
        return not all(self.passed(instance, program)[: self.problems[instance]["public"]])
