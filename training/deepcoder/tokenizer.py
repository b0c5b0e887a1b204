"""The tokenizer of rendered episodes."""

from training import tokenizer

VOCABULARY_LIMIT = 1000
WHOLE = ("user", "assistant", " sorted", " 2")


def train_tokenizer(texts):
    return tokenizer.train_tokenizer(texts, VOCABULARY_LIMIT, min_frequency=10, whole=WHOLE)
