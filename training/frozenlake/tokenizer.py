"""The tokenizer of rendered games: cells, moves, digits and roles are one token each."""

from training import tokenizer
from training.frozenlake.text import ANSWER_CLOSE, ANSWER_OPEN, MOVES

VOCABULARY_LIMIT = 512
WHOLE = (" P", " _", " O", " G", "P", "_", "O", "G", *MOVES, "user", "assistant", " 8")


def train_tokenizer(texts):
    tags = (ANSWER_OPEN, ANSWER_CLOSE)
    return tokenizer.train_tokenizer(texts, VOCABULARY_LIMIT, min_frequency=2, whole=WHOLE, tags=tags)
