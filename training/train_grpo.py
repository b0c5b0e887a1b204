"""Trains and exports the grpo policy: the base policy, then GRPO on whole games with the goal as the only reward.

    python training/train_grpo.py

Each iteration: some training maps, several games a map at temperature 1, advantage = reward normalised within the map,
maps whose games all end alike dropped, one update. On-policy, so there is no ratio to clip; no KL term.
"""

import argparse
import csv
import time

import numpy as np
import torch

from evaluate import held_out_games, summary
from export import export_policy
from game import BUDGET_TURNS, draw_maps
from model import reply_log_probabilities
from play import DRAWS_PER_TURN, pad, play
from plot import plot_curves
from policy_files import LOGS, OUT, load_policy, load_tokenizer, save_checkpoint
from text import PREFIX

SEED = 2
MAPS = 16
GAMES_PER_MAP = 8
RATE = 3e-4
MICRO_BATCH_GAMES = 32
CHECK_EVERY = 20


def advantages(rewards):
    """rewards: [maps, games] → the same shape, zero mean and unit deviation in each map; zero where all are equal."""
    deviation = rewards.std(axis=1, keepdims=True)
    return np.divide(
        rewards - rewards.mean(axis=1, keepdims=True), deviation, out=np.zeros_like(rewards), where=deviation > 0
    )


def update(model, optimizer, prefix_ids, games, weights):
    """One policy-gradient step; the loss is the mean over sampled tokens. games and weights: those with a non-zero weight."""
    order = sorted(range(len(games)), key=lambda i: len(games[i].ids))
    tokens = sum(sum(game.sampled) for game in games)
    optimizer.zero_grad()
    for at in range(0, len(order), MICRO_BATCH_GAMES):
        part = order[at : at + MICRO_BATCH_GAMES]
        ids, _ = pad([games[i].ids for i in part])
        targets = pad([games[i].sampled for i in part])[0].bool()
        rows = reply_log_probabilities(model, prefix_ids, ids, targets)
        chosen = rows.gather(1, ids[targets][:, None]).squeeze(1)
        weight = torch.tensor([weights[i] for i in part], dtype=torch.float32)[:, None].expand(ids.shape)[targets]
        (-(weight * chosen).sum() / tokens).backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()


def train(iterations):
    torch.manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    tokenizer = load_tokenizer("base")
    OUT.mkdir(exist_ok=True)
    tokenizer.save(str(OUT / "tokenizer.json"))
    model = load_policy("base")
    optimizer = torch.optim.Adam(model.parameters(), lr=RATE)
    prefix_ids = tokenizer.encode(PREFIX).ids
    began = time.monotonic()
    with open(LOGS / "grpo.csv", "w", newline="") as file:
        log = csv.writer(file)
        log.writerow(
            ["iteration", "seconds", "training_success", "entropy_nats_per_reply", "maps_with_spread", "held_out_success"]
        )
        for iteration in range(iterations + 1):
            held_out = ""
            if iteration % CHECK_EVERY == 0 or iteration == iterations:
                held_out = f"{summary(held_out_games(model, tokenizer, seed=5, maps=250))['success']:.4f}"
                save_checkpoint(model, "grpo")
            boards = draw_maps(rng, MAPS, held_out=False).repeat(GAMES_PER_MAP, axis=0)
            games = play(model, tokenizer, boards, rng.random((len(boards), BUDGET_TURNS, DRAWS_PER_TURN)))
            weights = advantages(np.array([float(g.won) for g in games]).reshape(MAPS, GAMES_PER_MAP))
            spread = int((weights != 0).any(axis=1).sum())
            numbers = summary(games)
            row = [time.monotonic() - began, numbers["success"], numbers["entropy_nats_per_reply"]]
            log.writerow([iteration, *(f"{value:.4f}" for value in row), spread, held_out])
            file.flush()
            kept = [(g, w) for g, w in zip(games, weights.ravel()) if w != 0]
            if kept and iteration < iterations:
                update(model, optimizer, prefix_ids, *zip(*kept))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=160)
    options = parser.parse_args()
    torch.set_num_threads(2)
    train(options.iterations)
    export_policy("grpo")
    plot_curves()
