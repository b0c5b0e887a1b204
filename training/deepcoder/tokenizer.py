"""The byte-level BPE tokenizer, trained on rendered episodes."""

from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

from text import END_OF_TEXT, TURN_END, TURN_START

VOCABULARY_LIMIT = 1000


def train_tokenizer(texts):
    """At most 1000 tokens: three special ones, all 256 bytes, merges."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=VOCABULARY_LIMIT,
        min_frequency=10,
        special_tokens=[END_OF_TEXT, TURN_START, TURN_END],
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    pieces = (piece for text in texts for piece in text.replace(TURN_END, TURN_START).split(TURN_START))
    tokenizer.train_from_iterator(pieces, trainer)
    for piece in ["user", "assistant", " sorted", " 2"]:
        if len(tokenizer.encode(piece).ids) != 1:
            raise ValueError(f"tokenizer: {piece!r} should be one token, got {tokenizer.encode(piece).tokens}")
    return tokenizer
