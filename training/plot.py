"""Training curves from training logs."""

import csv
from typing import NamedTuple

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt


class Panel(NamedTuple):
    """log: of read_log. x: its column. lines: (column, label) drawn over x."""

    title: str
    unit: str
    log: dict
    x: str
    lines: list
    scale: str = "linear"


def read_log(path):
    """Columns of a log as floats; empty cells are None."""
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    return {key: [float(row[key]) if row[key] else None for row in rows] for key in rows[0]}


def plot_curves(panels, path):
    """Four panels, row by row, as one image."""
    figure, grid = plt.subplots(2, 2, figsize=(9, 6), dpi=90)
    for axes, panel in zip(grid.flat, panels):
        minutes = panel.log["seconds"][-1] / 60
        for column, label in panel.lines:
            draw(axes, panel.log[panel.x], panel.log[column], label)
        axes.set(title=f"{panel.title} ({minutes:.0f} min)", xlabel=panel.x, ylabel=panel.unit, yscale=panel.scale)
        if panel.scale == "linear":
            axes.set_ylim(0, None)
        axes.legend(fontsize=8)
        axes.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(path)


def draw(axes, x, y, label):
    points = [(a, b) for a, b in zip(x, y) if b is not None]
    axes.plot(*zip(*points), label=label, marker="." if len(points) < 30 else None, linewidth=1)
