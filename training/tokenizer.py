"""The byte-level BPE tokenizer, trained on rendered games."""

from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, trainers

from text import ANSWER_CLOSE, ANSWER_OPEN, END_OF_TEXT, MOVES, TURN_END, TURN_START

VOCABULARY_LIMIT = 512


def train_tokenizer(texts):
    """At most 512 tokens: three special ones, all 256 bytes, merges, then the two answer tags (added, not special)."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=VOCABULARY_LIMIT - 2,
        min_frequency=2,
        special_tokens=[END_OF_TEXT, TURN_START, TURN_END],
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    # The tags must not teach the merges: they are cut out before byte-pair encoding.
    pieces = (piece for text in texts for piece in _between_tags(text))
    tokenizer.train_from_iterator(pieces, trainer)
    tokenizer.add_tokens([AddedToken(tag, special=False, normalized=False) for tag in (ANSWER_OPEN, ANSWER_CLOSE)])
    check_tokenizer(tokenizer)
    return tokenizer


def _between_tags(text):
    for tag in (TURN_START, TURN_END, ANSWER_OPEN, ANSWER_CLOSE):
        text = text.replace(tag, "\0")
    return text.split("\0")


def check_tokenizer(tokenizer):
    """Throws unless cells, moves, digits and roles are one token each."""
    for piece in [" P", " _", " O", " G", "P", "_", "O", "G", *MOVES, "user", "assistant", " 8"]:
        ids = tokenizer.encode(piece).ids
        if len(ids) != 1:
            raise ValueError(f"tokenizer: {piece!r} should be one token, got {ids}")
    if tokenizer.get_vocab_size() > VOCABULARY_LIMIT:
        raise ValueError(f"tokenizer: at most {VOCABULARY_LIMIT} tokens, got {tokenizer.get_vocab_size()}")
