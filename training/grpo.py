"""What both GRPO recipes share: advantages within a group, and the policy gradient of sampled tokens."""

import numpy as np
import torch

from training.model import reply_log_probabilities
from training.padding import pad

MICRO_BATCH_CHATS = 32


def advantages(rewards):
    """rewards: [groups, chats] → the same shape, zero mean and unit deviation in each row; zero where all are equal."""
    deviation = rewards.std(axis=1, keepdims=True)
    return np.divide(
        rewards - rewards.mean(axis=1, keepdims=True), deviation, out=np.zeros_like(rewards), where=deviation > 0
    )


def add_gradients(model, prefix_ids, chats, weights):
    """Gradients of −Σ weight · log-probability over sampled tokens. Returns the number of these tokens.

    Chats of weight 0 are left out and not counted.
    """
    kept = sorted((i for i in range(len(chats)) if weights[i] != 0), key=lambda i: len(chats[i].ids))
    for at in range(0, len(kept), MICRO_BATCH_CHATS):
        part = kept[at : at + MICRO_BATCH_CHATS]
        ids, _ = pad([chats[i].ids for i in part])
        targets = pad([chats[i].sampled for i in part])[0].bool()
        rows = reply_log_probabilities(model, prefix_ids, ids, targets)
        chosen = rows.gather(1, ids[targets][:, None]).squeeze(1)
        weight = torch.tensor([weights[i] for i in part], dtype=torch.float32)[:, None].expand(ids.shape)[targets]
        (-(weight * chosen).sum()).backward()
    return sum(sum(chats[i].sampled) for i in kept)


def update(model, optimizer, tokens):
    """One update by the gradients' mean over the sampled tokens, clipped to norm 1."""
    for p in model.parameters():
        p.grad /= max(tokens, 1)
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
