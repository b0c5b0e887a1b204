"""Trains and exports the grpo policy: the base policy, then GRPO on whole episodes with success as the only reward.

    python -m training.deepcoder.train_grpo --minutes 14

Each iteration: new problems of training families, several episodes a problem at temperature 1, advantage = reward
normalised within the problem, problems whose episodes all end alike dropped, one update. On-policy, so there is no ratio
to clip; no KL term. Two processes share the problems and add up their gradients.
"""

import argparse
import csv
import random
import time

import numpy as np
import torch

from training.deepcoder.export import export_policy
from training.deepcoder.parallel import PROCESSES, in_processes, summed
from training.deepcoder.paths import LOGS, OUT, POLICIES
from training.deepcoder.play import MAX_REPLY_TOKENS, play
from training.deepcoder.plot import plot_curves
from training.deepcoder.pool import Pool
from training.deepcoder.problems import draw_problem
from training.deepcoder.text import BUDGET_TURNS, PREFIX
from training.grpo import add_gradients, advantages, update
from training.policy_files import load_policy, load_tokenizer, save_checkpoint, save_tokenizer

SEED = 2
PROBLEMS = 16 // PROCESSES
EPISODES_PER_PROBLEM = 8
RATE = 3e-4
CHECK_EVERY = 20
CHECK_PROBLEMS = 128 // PROCESSES
COLUMNS = (
    "iteration seconds training_success training_tests_passed entropy_nats_per_reply turns_per_episode "
    "problems_with_spread held_out_success"
)


class Players:
    """A process's own problems and draws, and how it plays them."""

    def __init__(self, rank, model, tokenizer, pool):
        self.rank, self.play = rank, lambda problems, uniforms: play(model, tokenizer, pool, problems, uniforms)
        self.rng, self.problems_rng = np.random.default_rng([SEED, rank]), random.Random(f"{SEED} {rank}")

    def training_episodes(self):
        drawn = [draw_problem(self.problems_rng, held_out=False) for _ in range(PROBLEMS)]
        problems = [problem for problem in drawn for _ in range(EPISODES_PER_PROBLEM)]
        return self.play(problems, self.rng.random((len(problems), BUDGET_TURNS, MAX_REPLY_TOKENS)))

    def held_out_successes(self):
        """Of one episode on each of this process's half of 128 held-out problems outside the shipped set; only logged."""
        rng = random.Random(f"held out {self.rank}")
        problems = [draw_problem(rng, held_out=True) for _ in range(CHECK_PROBLEMS)]
        uniforms = np.random.default_rng([5, self.rank]).random((CHECK_PROBLEMS, BUDGET_TURNS, MAX_REPLY_TOKENS))
        return sum(e.success for e in self.play(problems, uniforms))


def train(rank, minutes):
    tokenizer, model = load_tokenizer(POLICIES / "base"), load_policy(POLICIES / "base")
    optimizer = torch.optim.Adam(model.parameters(), lr=RATE)
    prefix_ids = tokenizer.encode(PREFIX).ids
    began, iteration, progress = time.monotonic(), 0, 0.0
    with Pool(1) as pool, open(LOGS / "grpo.csv" if rank == 0 else "/dev/null", "w", newline="") as file:
        players = Players(rank, model, tokenizer, pool)
        log = csv.writer(file)
        log.writerow(COLUMNS.split())
        while True:
            checked = iteration % CHECK_EVERY == 0 or progress >= 1
            held_out = players.held_out_successes() if checked else 0
            episodes = players.training_episodes()
            weights = advantages(np.array([float(e.success) for e in episodes]).reshape(PROBLEMS, EPISODES_PER_PROBLEM))
            optimizer.zero_grad()
            tokens = add_gradients(model, prefix_ids, episodes, weights.ravel())
            numbers = [tokens, len(episodes), sum(e.success for e in episodes), sum(e.share_passed for e in episodes)]
            numbers += [sum(e.entropy_nats for e in episodes), sum(e.turns for e in episodes)]
            numbers += [(weights != 0).any(axis=1).sum(), held_out, (time.monotonic() - began) / 60 / minutes]
            tokens, n, success, share, entropy, turns, spread, held_out, last = summed(model, numbers)
            row = [time.monotonic() - began, success / n, share / n, entropy / turns, turns / n]
            held_out = f"{held_out / CHECK_PROBLEMS / PROCESSES:.4f}" if checked else ""
            log.writerow([iteration, *(f"{value:.4f}" for value in row), int(spread), held_out])
            file.flush()
            if rank == 0 and checked:
                save_checkpoint(model, OUT / "grpo.pt")
            if progress >= 1:
                break
            progress = last / PROCESSES
            update(model, optimizer, tokens)
            iteration += 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=14)
    options = parser.parse_args()
    save_tokenizer(load_tokenizer(POLICIES / "base"), OUT)
    in_processes(train, options.minutes)
    export_policy("grpo")
    plot_curves()
