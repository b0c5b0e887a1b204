"""Exports the last checkpoint of training/deepcoder/out to fixtures/deepcoder-mt/policies.

    python -m training.deepcoder.export base
"""

import sys

from training import export
from training.deepcoder.corpus import episodes
from training.deepcoder.paths import OUT, POLICIES
from training.deepcoder.play import MAX_REPLY_TOKENS

TOLERANCE_NATS = 5e-5


def export_policy(name):
    texts = episodes(seed=99, count=500)
    export.export_policy(OUT / f"{name}.pt", POLICIES / name, texts, MAX_REPLY_TOKENS, TOLERANCE_NATS)


if __name__ == "__main__":
    export_policy(sys.argv[1])
