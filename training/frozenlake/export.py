"""Exports the last checkpoint of training/frozenlake/out to fixtures/frozenlake/policies.

    python -m training.frozenlake.export base
"""

import sys

from training import export
from training.frozenlake.corpus import games
from training.frozenlake.paths import OUT, POLICIES
from training.frozenlake.play import MAX_REPLY_TOKENS
from training.frozenlake.text import ANSWER_CLOSE, ANSWER_OPEN

TOLERANCE_NATS = 1e-5


def export_policy(name):
    tags = (ANSWER_OPEN, ANSWER_CLOSE)
    texts = games(seed=99, count=200)
    export.export_policy(OUT / f"{name}.pt", POLICIES / name, texts, MAX_REPLY_TOKENS, TOLERANCE_NATS, tags)


if __name__ == "__main__":
    export_policy(sys.argv[1])
