"""Reading a run folder, and the verdict that every check here ends with."""

import json
import re
import sys
from pathlib import Path

import pandas as pd

TEXT = """state_id trajectory_id instance_id parent_state_id task policy kind stage termination snapshot injected_action
action parsed sample_set baseline candidate outcome exact_outcome placebo_outcome source_policy scored_by
probe slice metric method note test unscored""".split()


def plain(cell):
    """Text without the quote that keeps a spreadsheet from running it."""
    return re.sub(r"^'(?='*[=+\-@\t\r])", "", cell)


def read(folder, name):
    """One CSV of the run: text stays text (empty: ""), missing numbers are NaN; pandas 3 reads doubles exactly."""
    frame = pd.read_csv(
        Path(folder) / f"{name}.csv",
        dtype=dict.fromkeys(TEXT, str),
        keep_default_na=False,
        na_values=[""],
    )
    for column in frame.columns.intersection(TEXT):
        frame[column] = frame[column].fillna("").map(plain)
    return frame


def trajectories(file):
    """Trajectory by id, from JSON Lines."""
    with open(file, encoding="utf-8") as lines:
        return {one["trajectory_id"]: one for one in map(json.loads, lines)}


def finish(what, compared, largest, bar, problems=()):
    """Prints the largest difference and the number compared; exits 1 beyond the bar, on a problem or on nothing."""
    for problem in list(problems)[:20]:
        print(f"  {problem}")
    good = compared > 0 and largest <= bar and not problems
    print(f"{what}: {compared} compared, largest difference {largest:.3g} (bar {bar:g}), {len(problems)} problems")
    sys.exit(0 if good else 1)
