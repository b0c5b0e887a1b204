"""Live episodes on the shipped problems: both policies meet the same problems and the same sampling draws.

    python -m training.deepcoder.evaluate --episodes 8 --seed 11
"""

import argparse
from dataclasses import dataclass

import numpy as np
import torch

from training.deepcoder.intervals import clustered_mean
from training.deepcoder.paths import POLICIES
from training.deepcoder.play import MAX_REPLY_TOKENS, play
from training.deepcoder.pool import Pool
from training.deepcoder.problems import read_problems
from training.deepcoder.text import BUDGET_TURNS
from training.policy_files import load_policy, load_tokenizer


@dataclass
class Shipped:
    text: str
    tests: list


def shipped(split):
    return [Shipped(row["problem"], row["tests"]) for row in read_problems() if row["split"] == split]


def live_episodes(model, tokenizer, pool, problems, seed, each, batch=128):
    """`each` episodes on every problem. Returns a list of lists, in problem order."""
    rng = np.random.default_rng(seed)
    uniforms = rng.random((len(problems) * each, BUDGET_TURNS, MAX_REPLY_TOKENS))
    rows = [problem for problem in problems for _ in range(each)]
    played = []
    for i in range(0, len(rows), batch):
        played += play(model, tokenizer, pool, rows[i : i + batch], uniforms[i : i + batch])
    return [played[i : i + each] for i in range(0, len(played), each)]


def summary(episodes):
    """Shares and means of a flat list of episodes; entropy in nats a reply."""
    n, turns = len(episodes), sum(e.turns for e in episodes)
    return {
        "success": sum(e.success for e in episodes) / n,
        "share_passed": sum(e.share_passed for e in episodes) / n,
        "entropy_nats_per_reply": sum(e.entropy_nats for e in episodes) / turns,
        "invalid_share": sum(e.invalid for e in episodes) / turns,
        "turns_per_episode": turns / n,
        "tokens_per_episode": sum(len(e.ids) for e in episodes) / n,
        "sampled_tokens_per_episode": sum(sum(e.sampled) for e in episodes) / n,
    }


def describe(name, grid):
    flat = [e for row in grid for e in row]
    numbers = summary(flat)
    mean, half = clustered_mean([[e.success for e in row] for row in grid])
    print(
        f"{name}: success {mean:.3f} (95 % interval {mean - half:.3f} to {mean + half:.3f}), "
        f"tests passed {numbers['share_passed']:.3f}, entropy {numbers['entropy_nats_per_reply']:.3f} nats a reply, "
        f"invalid {numbers['invalid_share']:.4f} of replies, {numbers['turns_per_episode']:.2f} turns, "
        f"{numbers['tokens_per_episode']:.0f} tokens an episode ({numbers['sampled_tokens_per_episode']:.0f} sampled)"
    )
    by_turn = [sum(e.success and e.turns <= t for e in flat) / len(flat) for t in range(1, BUDGET_TURNS + 1)]
    print(f"  solved by turn 1..{BUDGET_TURNS}: " + " ".join(f"{share:.3f}" for share in by_turn))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--episodes", type=int, default=4, help="episodes a problem")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--split", choices=["held_out", "train"], default="held_out")
    parser.add_argument("--policies", nargs="+", default=["base", "grpo"])
    options = parser.parse_args()
    torch.set_num_threads(2)
    problems = shipped(options.split)
    print(f"{options.split} problems: {len(problems)}, {options.episodes} episodes each, seed {options.seed}, budget {BUDGET_TURNS}")
    grids = {}
    with Pool() as pool:
        for name in options.policies:
            model, tokenizer = load_policy(POLICIES / name), load_tokenizer(POLICIES / name)
            grids[name] = live_episodes(model, tokenizer, pool, problems, options.seed, options.episodes)
            describe(name, grids[name])
    if len(grids) == 2:
        first, second = (np.array([[e.success for e in row] for row in grid], float) for grid in grids.values())
        mean, half = clustered_mean(second - first)
        print(f"{' minus '.join(reversed(grids))}: {mean:+.3f} (95 % interval {mean - half:+.3f} to {mean + half:+.3f})")
