"""Many chats of one policy at temperature 1, in lock step with one key-value cache."""

from dataclasses import dataclass, field

import numpy as np
import torch

from training.cache import Cache
from training.chat import GENERATION_PROMPT, TURN_END, message
from training.padding import pad


@dataclass
class Chat:
    """ids and sampled: the tokens after the shared prefix, and which of them the policy sampled."""

    ids: list = field(default_factory=list)
    sampled: list = field(default_factory=list)
    turns: int = 0
    invalid: int = 0
    entropy_nats: float = 0.0

    def append(self, ids, sampled):
        self.ids += ids
        self.sampled += [sampled] * len(ids)


class Chats:
    """The chats that still run, and the cache of what they hold."""

    def __init__(self, model, tokenizer, prefix, chats):
        self.tokenizer, self.running = tokenizer, list(chats)
        self.end, self.newline = tokenizer.token_to_id(TURN_END), tokenizer.encode("\n").ids
        self.carry = [[] for _ in self.running]
        self.cache = Cache(model, tokenizer.encode(prefix).ids, len(self.running))

    def ask(self, contents, uniforms):
        """Samples each running chat's reply to a user message. uniforms: [chats, most tokens of a reply]."""
        encoded = self.tokenizer.encode_batch([message("user", content) + GENERATION_PROMPT for content in contents])
        # A reply's last token is fed with the next turn, so a chat that ends never pays for it.
        blocks = [carry + e.ids for carry, e in zip(self.carry, encoded)]
        for chat, carry, block in zip(self.running, self.carry, blocks):
            chat.append(block[1 if carry else 0 :], False)
        replies = self._sample(blocks, uniforms)
        for chat, reply in zip(self.running, replies):
            chat.append(reply, True)
            chat.turns += 1
        self.carry = [reply[-1:] + ([] if reply[-1] == self.end else [self.end]) + self.newline for reply in replies]
        return [self.tokenizer.decode(reply, skip_special_tokens=True) for reply in replies]

    def keep(self, alive):
        """Only these chats go on. alive: [chats] bool."""
        kept = np.flatnonzero(alive)
        self.running, self.carry = [self.running[i] for i in kept], [self.carry[i] for i in kept]
        self.cache.keep(torch.from_numpy(kept))

    def _sample(self, blocks, uniforms):
        """Every chat's reply up to its end token or the last uniform, as ids."""
        log_probabilities = self.cache.feed(*pad(blocks))
        open_rows = np.ones(len(blocks), bool)
        replies = [[] for _ in blocks]
        for k in range(uniforms.shape[1]):
            entropy = -(log_probabilities.exp() * log_probabilities).sum(1).numpy()
            tokens = sample_rows(log_probabilities, uniforms[:, k])
            for i in np.flatnonzero(open_rows):
                replies[i].append(int(tokens[i]))
                self.running[i].entropy_nats += float(entropy[i])
            open_rows &= (tokens != self.end).numpy()
            if not open_rows.any() or k == uniforms.shape[1] - 1:
                break
            valid = torch.from_numpy(open_rows.copy())[:, None]
            log_probabilities = self.cache.feed(torch.where(valid, tokens[:, None], 0), valid)
        return replies


def sample_rows(log_probabilities, uniforms):
    """[rows] token ids by inverse distribution function. uniforms: [rows] in [0, 1)."""
    cumulative = log_probabilities.double().exp().cumsum(1)
    return (cumulative <= torch.from_numpy(uniforms)[:, None] * cumulative[:, -1:]).sum(1)
