"""Trains and exports the grpo policy: the base policy, then GRPO on whole games with the goal as the only reward.

    python -m training.frozenlake.train_grpo

Each iteration: some training maps, several games a map at temperature 1, advantage = reward normalised within the map,
maps whose games all end alike dropped, one update. On-policy, so there is no ratio to clip; no KL term.
"""

import argparse
import csv
import time

import numpy as np
import torch

from training.frozenlake.evaluate import held_out_games, summary
from training.frozenlake.export import export_policy
from training.frozenlake.game import BUDGET_TURNS, draw_maps
from training.frozenlake.paths import LOGS, OUT, POLICIES
from training.frozenlake.play import DRAWS_PER_TURN, play
from training.frozenlake.plot import plot_curves
from training.frozenlake.text import PREFIX
from training.grpo import add_gradients, advantages, update
from training.policy_files import load_policy, load_tokenizer, save_checkpoint, save_tokenizer

SEED = 2
MAPS = 16
GAMES_PER_MAP = 8
RATE = 3e-4
CHECK_EVERY = 20


def train(iterations):
    torch.manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    tokenizer, model = load_tokenizer(POLICIES / "base"), load_policy(POLICIES / "base")
    save_tokenizer(tokenizer, OUT)
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
                save_checkpoint(model, OUT / "grpo.pt")
            boards = draw_maps(rng, MAPS, held_out=False).repeat(GAMES_PER_MAP, axis=0)
            games = play(model, tokenizer, boards, rng.random((len(boards), BUDGET_TURNS, DRAWS_PER_TURN)))
            weights = advantages(np.array([float(g.won) for g in games]).reshape(MAPS, GAMES_PER_MAP))
            spread = int((weights != 0).any(axis=1).sum())
            numbers = summary(games)
            row = [time.monotonic() - began, numbers["success"], numbers["entropy_nats_per_reply"]]
            log.writerow([iteration, *(f"{value:.4f}" for value in row), spread, held_out])
            file.flush()
            if spread and iteration < iterations:
                optimizer.zero_grad()
                update(model, optimizer, add_gradients(model, prefix_ids, games, weights.ravel()))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--iterations", type=int, default=160)
    options = parser.parse_args()
    torch.set_num_threads(2)
    train(options.iterations)
    export_policy("grpo")
    plot_curves()
