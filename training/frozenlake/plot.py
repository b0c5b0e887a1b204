"""training/frozenlake/logs/curves.png from the training logs.

    python -m training.frozenlake.plot
"""

from training import plot
from training.frozenlake.paths import LOGS


def plot_curves():
    base, grpo = plot.read_log(LOGS / "base.csv"), plot.read_log(LOGS / "grpo.csv")
    play = [("held_out_success", "success, held-out maps"), ("entropy_nats_per_reply", "entropy, nats a reply")]
    success = [("training_success", "training maps"), ("held_out_success", "held-out maps")]
    panels = [
        plot.Panel("base: loss", "nats a reply", base, "step", [("loss_nats_per_reply", "training loss")], "log"),
        plot.Panel("base: play", "share, nats", base, "step", play),
        plot.Panel("grpo: success", "share of games", grpo, "iteration", success),
        plot.Panel("grpo: entropy", "nats a reply", grpo, "iteration", [("entropy_nats_per_reply", "training maps")]),
    ]
    plot.plot_curves(panels, LOGS / "curves.png")


if __name__ == "__main__":
    plot_curves()
