"""training/deepcoder/logs/curves.png from the training logs.

    python training/deepcoder/plot.py
"""

import csv

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

from policy_files import LOGS


def read(name):
    """Columns of a log as floats; empty cells are None."""
    with open(LOGS / name, newline="") as file:
        rows = list(csv.DictReader(file))
    return {key: [float(row[key]) if row[key] else None for row in rows] for key in rows[0]}


def draw(axes, x, y, label):
    points = [(a, b) for a, b in zip(x, y) if b is not None]
    axes.plot(*zip(*points), label=label, marker="." if len(points) < 30 else None, linewidth=1)


def plot_curves():
    base, grpo = read("base.csv"), read("grpo.csv")
    figure, grid = plt.subplots(2, 2, figsize=(9, 6), dpi=90)
    panels = [
        (grid[0, 0], "base: loss", "nats a reply", "step",
         [(base, "loss_nats_per_reply", "training loss"),
          (base, "held_out_reference_nats_per_reply", "reference programs, held-out problems")]),
        (grid[0, 1], "grpo: success", "share of episodes", "iteration",
         [(grpo, "training_success", "training families"), (grpo, "held_out_success", "held-out families")]),
        (grid[1, 0], "grpo: entropy", "nats a reply", "iteration",
         [(grpo, "entropy_nats_per_reply", "training families")]),
        (grid[1, 1], "grpo: turns", "turns an episode", "iteration",
         [(grpo, "turns_per_episode", "training families")]),
    ]
    for axes, title, unit, x, lines in panels:
        log = lines[0][0]
        minutes = log["seconds"][-1] / 60
        for source, key, label in lines:
            draw(axes, source[x], source[key], label)
        axes.set(title=f"{title} ({minutes:.0f} min)", xlabel=x, ylabel=unit)
        if "loss" in title:
            axes.set_yscale("log")
        else:
            axes.set_ylim(0, None)
        axes.legend(fontsize=8)
        axes.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(LOGS / "curves.png")


if __name__ == "__main__":
    plot_curves()
