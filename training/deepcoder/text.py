"""Problems, programs and feedback as chat messages. The TypeScript side renders the very same bytes."""

import re

BUDGET_TURNS = 3
PUBLIC_TESTS = 2
SHOWN_CHARACTERS = 200
END_OF_TEXT, TURN_START, TURN_END = "<|endoftext|>", "<|im_start|>", "<|im_end|>"

SYSTEM = (
    "Write a Python program that solves the problem. It reads standard input and writes standard output. "
    "Reply with the program in a python block. When a test fails, you are shown it and may send another program."
)
NOT_A_PROGRAM = "That was not a program."

CHAT_TEMPLATE = (
    "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>\n' }}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)

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


def message(role, content):
    return f"{TURN_START}{role}\n{content}{TURN_END}\n"


GENERATION_PROMPT = f"{TURN_START}assistant\n"
PREFIX = message("system", SYSTEM)


def reply_mask(ids, start, assistant, end):
    """True on the tokens of assistant replies, the end token included. ids: one episode."""
    mask, inside = [False] * len(ids), False
    for i, token in enumerate(ids):
        mask[i] = inside
        if token == end:
            inside = False
        elif i >= 2 and ids[i - 2] == start and ids[i - 1] == assistant:
            inside = True
    return mask
