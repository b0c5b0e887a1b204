"""The game as chat messages. The TypeScript side renders the very same bytes."""

import re

from training.chat import message
from training.frozenlake.game import SIZE

MOVES = ["Left", "Down", "Right", "Up"]
ANSWER_OPEN, ANSWER_CLOSE = "<answer>", "</answer>"

SYSTEM = (
    "You are crossing a frozen lake. P is you, _ is ice, O is a hole, G is the goal. "
    "Each turn choose one move: Left, Down, Right or Up. The ice may carry you sideways instead. "
    "Falling into a hole ends the game. Reply with <answer>Move</answer>."
)
PREFIX = message("system", SYSTEM)
NOT_A_MOVE = "That was not a move.\n"
INVALID_REPLY = "<answer>Stay</answer>"

_SHOWN = {ord("S"): "_", ord("F"): "_", ord("H"): "O", ord("G"): "G"}
_REPLY = re.compile(r"<answer>(Left|Down|Right|Up)</answer>")


def user_text(board, cell, turns_left, after_invalid):
    """What the player sees: turns left, then the grid with P on the player's cell."""
    shown = [_SHOWN[int(letter)] for letter in board]
    shown[cell] = "P"
    grid = "\n".join(" ".join(shown[i : i + SIZE]) for i in range(0, len(shown), SIZE))
    return f"{NOT_A_MOVE if after_invalid else ''}Turns left: {turns_left}\n{grid}"


def reply_text(action):
    """action: 0..3, or -1 for the invalid reply."""
    return INVALID_REPLY if action < 0 else f"<answer>{MOVES[action]}</answer>"


def parse_reply(text):
    """The action 0..3, or -1 when the whole reply is not exactly one answered move."""
    match = _REPLY.fullmatch(text)
    return MOVES.index(match[1]) if match else -1
