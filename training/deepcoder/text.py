"""Problems, programs and feedback as chat messages. The TypeScript side renders the very same bytes."""

import re

from training.chat import message

BUDGET_TURNS = 3
PUBLIC_TESTS = 2
SHOWN_CHARACTERS = 200

SYSTEM = (
    "Write a Python program that solves the problem. It reads standard input and writes standard output. "
    "Reply with the program in a python block. When a test fails, you are shown it and may send another program."
)
PREFIX = message("system", SYSTEM)
NOT_A_PROGRAM = "That was not a program."

_BLOCK = re.compile(r"```(?:python)?[ \t]*\n(.*?)```", re.DOTALL)


def cut(text):
    """One final newline removed, then at most 200 characters and an ellipsis."""
    text = text[:-1] if text.endswith("\n") else text
    return text if len(text) <= SHOWN_CHARACTERS else text[:SHOWN_CHARACTERS] + "…"


def user_text(turns_left, content):
    return f"Turns left: {turns_left}\n\n{content}"


def failure(number, text, expected, output, error):
    """Feedback on the first failing public test. number: from 1; error: None when the program ended without one."""
    seen = f"Got:\n{cut(output.strip())}" if error is None else f"Error:\n{cut(error)}"
    return f"Test {number} failed.\nInput:\n{cut(text)}\nExpected:\n{cut(expected)}\n{seen}"


def reply_text(program):
    """program: ends with a newline."""
    return f"```python\n{program}```"


def parse_reply(text):
    """The program of the last code block, or None."""
    blocks = _BLOCK.findall(text)
    return blocks[-1] if blocks else None
