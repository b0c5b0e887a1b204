"""training/deepcoder/logs/curves.png from the training logs.

    python -m training.deepcoder.plot
"""

from training import plot
from training.deepcoder.paths import LOGS


def plot_curves():
    base, grpo = plot.read_log(LOGS / "base.csv"), plot.read_log(LOGS / "grpo.csv")
    reference = ("held_out_reference_nats_per_reply", "reference programs, held-out problems")
    loss = [("loss_nats_per_reply", "training loss"), reference]
    success = [("training_success", "training families"), ("held_out_success", "held-out families")]
    entropy, turns = (
        [(column, "training families")] for column in ("entropy_nats_per_reply", "turns_per_episode")
    )
    panels = [
        plot.Panel("base: loss", "nats a reply", base, "step", loss, "log"),
        plot.Panel("grpo: success", "share of episodes", grpo, "iteration", success),
        plot.Panel("grpo: entropy", "nats a reply", grpo, "iteration", entropy),
        plot.Panel("grpo: turns", "turns an episode", grpo, "iteration", turns),
    ]
    plot.plot_curves(panels, LOGS / "curves.png")


if __name__ == "__main__":
    plot_curves()
