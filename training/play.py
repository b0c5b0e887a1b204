"""Whole games by a policy, all games in lock step with one key-value cache."""

from dataclasses import dataclass, field

import numpy as np
import torch

from game import BUDGET_TURNS, start_cells, step
from text import GENERATION_PROMPT, PREFIX, TURN_END, message, parse_reply, user_text

MAX_REPLY_TOKENS = 12
DRAWS_PER_TURN = MAX_REPLY_TOKENS + 1


@dataclass
class Game:
    """ids and sampled: the tokens after the shared prefix, and which of them the policy sampled."""

    ids: list = field(default_factory=list)
    sampled: list = field(default_factory=list)
    won: bool = False
    turns: int = 0
    invalid: int = 0
    entropy_nats: float = 0.0

    def append(self, ids, sampled):
        self.ids += ids
        self.sampled += [sampled] * len(ids)


class _Cache:
    """Keys and values of the running games; padding leaves holes in the key mask."""

    def __init__(self, model, prefix_ids, games):
        self.model = model
        self.past = [(k.expand(games, -1, -1, -1), v.expand(games, -1, -1, -1)) for k, v in model.prefix(prefix_ids)]
        self.key_mask = torch.ones(games, len(prefix_ids), dtype=torch.bool)

    def keep(self, rows):
        self.past = [(k[rows], v[rows]) for k, v in self.past]
        self.key_mask = self.key_mask[rows]

    def feed(self, ids, valid):
        """ids, valid: [games, length], right-padded. Returns natural-log probabilities after each row's last real token."""
        length = ids.shape[1]
        positions = self.key_mask.sum(1, keepdim=True) + valid.long().cumsum(1) - 1
        self.key_mask = torch.cat([self.key_mask, valid], dim=1)
        total = self.key_mask.shape[1]
        causal = torch.ones(length, total, dtype=torch.bool).tril(total - length)
        mask = self.key_mask[:, None, None, :] & causal
        hidden, self.past = self.model(ids, positions, mask, self.past)
        last = (valid.sum(1) - 1).clamp(min=0)
        return self.model.log_probabilities(hidden[torch.arange(len(ids)), last])


def pad(lists):
    """(ids, valid), each [rows, longest], right-padded with 0."""
    longest = max(map(len, lists))
    ids = torch.tensor([row + [0] * (longest - len(row)) for row in lists])
    lengths = torch.tensor([len(row) for row in lists])
    return ids, torch.arange(longest)[None] < lengths[:, None]


def sample_rows(log_probabilities, uniforms):
    """[rows] token ids by inverse distribution function. uniforms: [rows] in [0, 1)."""
    cumulative = log_probabilities.double().exp().cumsum(1)
    return (cumulative <= torch.from_numpy(uniforms)[:, None] * cumulative[:, -1:]).sum(1)


@torch.no_grad()
def play(model, tokenizer, boards, uniforms, turns=BUDGET_TURNS):
    """Plays one game per board at temperature 1. uniforms: [games, turns, 13], 12 for reply tokens, the last for the ice.

    The same uniforms give two policies the same ice and the same sampling draws. Returns a Game per board.
    """
    end = tokenizer.token_to_id(TURN_END)
    newline = tokenizer.encode("\n").ids
    games = [Game() for _ in boards]
    cells = start_cells(boards)
    carry = [[] for _ in boards]
    after_invalid = np.zeros(len(boards), bool)
    rows = np.arange(len(boards))
    cache = _Cache(model, tokenizer.encode(PREFIX).ids, len(boards))
    for turn in range(turns):
        seen = [message("user", user_text(boards[i], cells[i], turns - turn, after_invalid[i])) for i in rows]
        encoded = tokenizer.encode_batch([text + GENERATION_PROMPT for text in seen])
        # A reply's last token is fed with the next turn, so a game that ends never pays for it.
        blocks = [carry[i] + e.ids for i, e in zip(rows, encoded)]
        for i, block, e in zip(rows, blocks, encoded):
            games[i].append((block if carry[i] else e.ids)[(1 if carry[i] else 0) :], False)
        replies = _reply(cache, blocks, uniforms[rows, turn], end, [games[i] for i in rows])
        actions = np.array([parse_reply(tokenizer.decode(r, skip_special_tokens=True)) for r in replies])
        moved, won, lost = step(boards[rows], cells[rows], actions, uniforms[rows, turn, MAX_REPLY_TOKENS])
        for i, reply, action, win in zip(rows, replies, actions, won):
            games[i].turns += 1
            games[i].invalid += int(action < 0)
            games[i].won = bool(win)
            carry[i] = reply[-1:] + ([] if reply[-1] == end else [end]) + newline
        cells[rows] = moved
        after_invalid[rows] = actions < 0
        alive = ~(won | lost)
        rows = rows[alive]
        if len(rows) == 0:
            break
        cache.keep(torch.from_numpy(np.flatnonzero(alive)))
    return games


def _reply(cache, blocks, uniforms, end, games):
    """Samples every row's reply up to its end token or 12 tokens. Returns the replies' ids; appends them to the games."""
    log_probabilities = cache.feed(*pad(blocks))
    open_rows = np.ones(len(blocks), bool)
    for k in range(MAX_REPLY_TOKENS):
        entropy = -(log_probabilities.exp() * log_probabilities).sum(1)
        tokens = sample_rows(log_probabilities, uniforms[:, k])
        for i in np.flatnonzero(open_rows):
            games[i].append([int(tokens[i])], True)
            games[i].entropy_nats += float(entropy[i])
        open_rows &= (tokens != end).numpy()
        if not open_rows.any() or k == MAX_REPLY_TOKENS - 1:
            break
        valid = torch.from_numpy(open_rows.copy())[:, None]
        log_probabilities = cache.feed(torch.where(valid, tokens[:, None], 0), valid)
    return [_last_reply(game) for game in games]


def _last_reply(game):
    start = len(game.ids)
    while game.sampled[start - 1]:
        start -= 1
    return game.ids[start:]
