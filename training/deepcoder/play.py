"""Whole episodes by a policy, all in lock step with one key-value cache; its programs run in the pool's workers."""

from dataclasses import dataclass, field

import numpy as np
import torch

from cache import Cache
from run_program import passes
from text import (
    BUDGET_TURNS, GENERATION_PROMPT, NOT_A_PROGRAM, PREFIX, PUBLIC_TESTS, TURN_END, failure, message, parse_reply, user_text,
)

MAX_REPLY_TOKENS = 128


@dataclass
class Episode:
    """ids and sampled: the tokens after the shared prefix, and which of them the policy sampled."""

    ids: list = field(default_factory=list)
    sampled: list = field(default_factory=list)
    success: bool = False
    share_passed: float = 0.0
    turns: int = 0
    invalid: int = 0
    entropy_nats: float = 0.0

    def append(self, ids, sampled):
        self.ids += ids
        self.sampled += [sampled] * len(ids)


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


def judge(pool, replies, problems):
    """[(share of tests passed, feedback or None, was a program)] of replies; None when the public tests pass."""
    programs = [parse_reply(reply) for reply in replies]
    jobs = [(p, [text for text, _ in problem.tests]) for p, problem in zip(programs, problems) if p is not None]
    ran = iter(pool.run_all(jobs))
    verdicts = []
    for program, problem in zip(programs, problems):
        if program is None:
            verdicts.append((0.0, NOT_A_PROGRAM, False))
            continue
        results = next(ran)
        passed = [passes(*result, expected) for result, (_, expected) in zip(results, problem.tests)]
        at = next((i for i in range(PUBLIC_TESTS) if not passed[i]), None)
        shown = None if at is None else failure(at + 1, *problem.tests[at], *results[at])
        verdicts.append((sum(passed) / len(passed), shown, True))
    return verdicts


@torch.no_grad()
def play(model, tokenizer, pool, problems, uniforms, turns=BUDGET_TURNS):
    """One episode per problem at temperature 1. uniforms: [episodes, turns, 128]. Returns an Episode per problem.

    problems: objects with text and tests [(input, output)], the first two tests public.
    """
    end, newline = tokenizer.token_to_id(TURN_END), tokenizer.encode("\n").ids
    episodes = [Episode() for _ in problems]
    seen = [problem.text for problem in problems]
    carry = [[] for _ in problems]
    rows = np.arange(len(problems))
    cache = Cache(model, tokenizer.encode(PREFIX).ids, len(problems))
    for turn in range(turns):
        asked = [message("user", user_text(turns - turn, seen[i])) + GENERATION_PROMPT for i in rows]
        encoded = [e.ids for e in tokenizer.encode_batch(asked)]
        # A reply's last token is fed with the next turn, so an episode that ends never pays for it.
        blocks = [carry[i] + ids for i, ids in zip(rows, encoded)]
        for i, block in zip(rows, blocks):
            episodes[i].append(block[1 if carry[i] else 0 :], False)
        replies = _reply(cache, blocks, uniforms[rows, turn], end, [episodes[i] for i in rows])
        texts = [tokenizer.decode(reply, skip_special_tokens=True) for reply in replies]
        verdicts = judge(pool, texts, [problems[i] for i in rows])
        for i, reply, (share, shown, is_program) in zip(rows, replies, verdicts):
            episodes[i].turns += 1
            episodes[i].invalid += not is_program
            episodes[i].share_passed, episodes[i].success = share, share == 1.0
            carry[i] = reply[-1:] + ([] if reply[-1] == end else [end]) + newline
            seen[i] = shown
        alive = np.array([shown is not None for _, shown, _ in verdicts])
        rows = rows[alive]
        if len(rows) == 0 or turn == turns - 1:
            break
        cache.keep(torch.from_numpy(np.flatnonzero(alive)))
    return episodes


def _reply(cache, blocks, uniforms, end, episodes):
    """Samples every row's reply up to its end token or 128 tokens. Returns the replies' ids; appends them to the episodes."""
    log_probabilities = cache.feed(*pad(blocks))
    open_rows = np.ones(len(blocks), bool)
    replies = [[] for _ in blocks]
    for k in range(MAX_REPLY_TOKENS):
        entropy = -(log_probabilities.exp() * log_probabilities).sum(1).numpy()
        tokens = sample_rows(log_probabilities, uniforms[:, k])
        for i in np.flatnonzero(open_rows):
            replies[i].append(int(tokens[i]))
            episodes[i].entropy_nats += float(entropy[i])
        open_rows &= (tokens != end).numpy()
        if not open_rows.any() or k == MAX_REPLY_TOKENS - 1:
            break
        valid = torch.from_numpy(open_rows.copy())[:, None]
        log_probabilities = cache.feed(torch.where(valid, tokens[:, None], 0), valid)
    for episode, reply in zip(episodes, replies):
        episode.append(reply, True)
    return replies
