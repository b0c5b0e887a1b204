"""What both supervised recipes share: batches of chats, their loss, the learning rate."""

import math

from training.chat import reply_mask
from training.model import reply_log_probabilities
from training.padding import pad


def as_batch(rows, special):
    """(ids, targets, replies) of encoded chats without the shared prefix. special: of chat.marks."""
    ids, _ = pad(rows)
    targets, _ = pad([reply_mask(row, *special) for row in rows])
    return ids, targets.bool(), int((ids == special[1]).sum())


def nats_per_reply(model, prefix_ids, batch):
    ids, targets, replies = batch
    rows = reply_log_probabilities(model, prefix_ids, ids, targets)
    return -rows.gather(1, ids[targets][:, None]).sum() / replies


def learning_rate(peak, warm_up_steps, step, progress):
    """Linear warm-up in steps, then a cosine in progress (0 to 1), down to a twentieth of the peak."""
    return peak * min(1.0, (step + 1) / warm_up_steps) * (0.05 + 0.95 * 0.5 * (1 + math.cos(math.pi * progress)))
