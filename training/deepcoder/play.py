"""Whole episodes by a policy, all in lock step; its programs run in the pool's workers."""

from dataclasses import dataclass

import numpy as np
import torch

from training.chats import Chat, Chats
from training.deepcoder.run_program import passes
from training.deepcoder.text import (
    BUDGET_TURNS, NOT_A_PROGRAM, PREFIX, PUBLIC_TESTS, failure, parse_reply, user_text,
)

MAX_REPLY_TOKENS = 128


@dataclass
class Episode(Chat):
    success: bool = False
    share_passed: float = 0.0


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
    episodes = [Episode() for _ in problems]
    seen = [problem.text for problem in problems]
    rows = np.arange(len(problems))
    chats = Chats(model, tokenizer, PREFIX, episodes)
    for turn in range(turns):
        replies = chats.ask([user_text(turns - turn, seen[i]) for i in rows], uniforms[rows, turn])
        verdicts = judge(pool, replies, [problems[i] for i in rows])
        for i, (share, shown, is_program) in zip(rows, verdicts):
            episodes[i].invalid += not is_program
            episodes[i].share_passed, episodes[i].success = share, share == 1.0
            seen[i] = shown
        alive = np.array([shown is not None for _, shown, _ in verdicts])
        rows = rows[alive]
        if len(rows) == 0 or turn == turns - 1:
            break
        chats.keep(alive)
    return episodes
