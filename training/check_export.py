"""Compares an exported ONNX model with PyTorch on rendered chats, fed in every way a caller may feed them.

Blocks with past 0, blocks of several tokens on a past, single tokens, and rows of unequal length padded on the right
(holes in the mask, per-row positions). Compared where the policy speaks: the distributions that predict reply tokens.
Tokens less likely than 1e-6 are reported apart: there float32 itself, in either engine, is 1e-5 nats from float64.
"""

import math

import numpy as np
import onnxruntime
import torch

from training.chat import marks, reply_mask
from training.policy_files import load_tokenizer

LIKELY_NATS = math.log(1e-6)

CASES = [  # rows, block sizes, holes
    (1, [260], False),
    (8, [260], False),
    (3, [90, 1, 1, 1, 1, 40, 1, 1, 60, 64], False),
    (6, [100, 9, 1, 1, 20, 7, 60, 30], True),
]


def check_export(model, folder, texts, tolerance_nats):
    """Prints how far the ONNX model of a policy folder is from its PyTorch model; throws when it is too far."""
    likely, all_tokens = largest_differences(model, load_tokenizer(folder), folder / "onnx" / "model.onnx", texts)
    print(
        f"{folder.name}: ONNX and PyTorch log-probabilities of replies differ by at most {likely:.1e} nats "
        f"({all_tokens:.1e} with tokens less likely than 1e-6)"
    )
    if likely > tolerance_nats:
        raise ValueError(f"{folder}: expected at most {tolerance_nats} nats, got {likely}")


def largest_differences(model, tokenizer, path, texts):
    """Largest |difference| in natural-log probability at positions that predict reply tokens, in nats.

    texts: rendered chats, of which the first eight of more than 260 tokens are used.
    Returns (over tokens of probability at least 1e-6, over the whole vocabulary).
    """
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    special = marks(tokenizer)
    long_chats = [e.ids for e in tokenizer.encode_batch(texts) if len(e.ids) > sum(CASES[0][1])]
    likely_worst, worst = 0.0, 0.0
    for rows, blocks, holes in CASES:
        ids, valid, speaks = (np.zeros((rows, sum(blocks)), np.int64) for _ in range(3))
        for row in range(rows):
            at, taken = 0, 0
            spoken = reply_mask(long_chats[row], *special)
            for size in blocks:
                real = size - row if holes and size > row else size
                ids[row, at : at + real] = long_chats[row][taken : taken + real]
                speaks[row, at : at + real] = spoken[taken + 1 : taken + real + 1]
                valid[row, at : at + real] = 1
                at, taken = at + size, taken + real
        positions = np.maximum(valid.cumsum(1) - 1, 0)
        got = torch.log_softmax(torch.from_numpy(feed_blocks(session, model.config, ids, valid, positions, blocks)), -1)
        causal = torch.ones(ids.shape[1], ids.shape[1], dtype=torch.bool).tril()
        mask = causal & torch.from_numpy(valid == 1)[:, None, None, :]
        with torch.no_grad():
            hidden, _ = model(torch.from_numpy(ids), torch.from_numpy(positions), mask)
            expected = model.log_probabilities(hidden)
        speaks = torch.from_numpy(speaks == 1)
        difference, expected = (got - expected).abs()[speaks], expected[speaks]
        likely_worst = max(likely_worst, float(difference[expected > LIKELY_NATS].max()))
        worst = max(worst, float(difference.max()))
    return likely_worst, worst


def feed_blocks(session, c, ids, valid, positions, blocks):
    """Logits [rows, total, vocabulary] from one run a block, each on the keys and values of those before."""
    empty = np.zeros((len(ids), c.num_key_value_heads, 0, c.head_dim), np.float32)
    names = [f"{i}.{part}" for i in range(c.num_hidden_layers) for part in ("key", "value")]
    past = dict.fromkeys((f"past_key_values.{name}" for name in names), empty)
    logits, at = [], 0
    for size in blocks:
        now, at = slice(at, at + size), at + size
        feeds = {"input_ids": ids[:, now], "attention_mask": valid[:, :at], "position_ids": positions[:, now], **past}
        first, *present = session.run(["logits", *(f"present.{name}" for name in names)], feeds)
        logits.append(first)
        past = dict(zip(past, present))
    return np.concatenate(logits, axis=1)
