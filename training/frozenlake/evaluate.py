"""Live games on held-out maps: both policies meet the same maps, the same ice and the same sampling draws.

    python -m training.frozenlake.evaluate --maps 1000 --seed 7
"""

import argparse

import numpy as np
import torch

from training.frozenlake.game import BUDGET_TURNS, action_values, draw_maps, start_cells
from training.frozenlake.paths import POLICIES
from training.frozenlake.play import DRAWS_PER_TURN, play
from training.policy_files import load_policy, load_tokenizer


def held_out_games(model, tokenizer, seed, maps, turns=BUDGET_TURNS, batch=250):
    """One game on each of `maps` held-out maps. Returns the games, in map order."""
    rng = np.random.default_rng(seed)
    boards = draw_maps(rng, maps, held_out=True)
    uniforms = rng.random((maps, turns, DRAWS_PER_TURN))
    games = []
    for i in range(0, maps, batch):
        games += play(model, tokenizer, boards[i : i + batch], uniforms[i : i + batch], turns)
    return games


def summary(games):
    """success and invalid replies as shares, entropy in nats a reply, turns and tokens as means a game."""
    turns = sum(g.turns for g in games)
    return {
        "success": sum(g.won for g in games) / len(games),
        "entropy_nats_per_reply": sum(g.entropy_nats for g in games) / turns,
        "invalid_share": sum(g.invalid for g in games) / turns,
        "turns_per_game": turns / len(games),
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--maps", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--policies", nargs="+", default=["base", "grpo"])
    options = parser.parse_args()
    torch.set_num_threads(2)
    boards = draw_maps(np.random.default_rng(options.seed), options.maps, held_out=True)
    quality = action_values(boards)
    best = [quality[np.arange(options.maps), t, start_cells(boards)].max(axis=1).mean() for t in range(BUDGET_TURNS + 1)]
    print(f"held-out maps: n = {options.maps}, seed {options.seed}; one game a map, budget {BUDGET_TURNS}")
    print(f"best possible success: {best[BUDGET_TURNS]:.3f}")
    for name in options.policies:
        model, tokenizer = load_policy(POLICIES / name), load_tokenizer(POLICIES / name)
        games = held_out_games(model, tokenizer, options.seed, options.maps)
        numbers = summary(games)
        error = (numbers["success"] * (1 - numbers["success"]) / options.maps) ** 0.5
        print(
            f"{name}: success {numbers['success']:.3f} (standard error {error:.3f}), "
            f"entropy {numbers['entropy_nats_per_reply']:.3f} nats a reply, "
            f"invalid {numbers['invalid_share']:.4f} of replies, {numbers['turns_per_game']:.2f} turns a game"
        )
        by_turn = [sum(g.won and g.turns <= t for g in games) / options.maps for t in range(1, BUDGET_TURNS + 1)]
        print(f"  won by turn 1..{BUDGET_TURNS}: " + " ".join(f"{share:.3f}" for share in by_turn))
