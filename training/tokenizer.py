"""A byte-level BPE tokenizer, trained on rendered chats."""

from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, trainers

from training.chat import END_OF_TEXT, TURN_END, TURN_START


def train_tokenizer(texts, limit, min_frequency, whole, tags=()):
    """At most `limit` tokens: three special ones, all 256 bytes, merges, then the tags (added, not special).

    Throws unless each piece of `whole` is one token.
    """
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=limit - len(tags),
        min_frequency=min_frequency,
        special_tokens=[END_OF_TEXT, TURN_START, TURN_END],
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    # The tags must not teach the merges: they are cut out before byte-pair encoding.
    pieces = (piece for text in texts for piece in _between(text, (TURN_START, TURN_END, *tags)))
    tokenizer.train_from_iterator(pieces, trainer)
    tokenizer.add_tokens([AddedToken(tag, special=False, normalized=False) for tag in tags])
    for piece in whole:
        tokens = tokenizer.encode(piece).tokens
        if len(tokens) != 1:
            raise ValueError(f"tokenizer: {piece!r} should be one token, got {tokens}")
    if tokenizer.get_vocab_size() > limit:
        raise ValueError(f"tokenizer: at most {limit} tokens, got {tokenizer.get_vocab_size()}")
    return tokenizer


def _between(text, tags):
    for tag in tags:
        text = text.replace(tag, "\0")
    return text.split("\0")
