"""Lists of unequal length as one tensor."""

import torch


def pad(lists):
    """(values, valid), each [rows, longest], right-padded with 0."""
    longest = max(map(len, lists))
    values = torch.tensor([row + [0] * (longest - len(row)) for row in lists])
    lengths = torch.tensor([len(row) for row in lists])
    return values, torch.arange(longest)[None] < lengths[:, None]
