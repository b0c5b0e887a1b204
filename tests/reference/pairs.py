"""Every row of pairs.csv again from samples.csv: means, outcomes, superiority over all pairs, placebo.

    python pairs.py RUN_FOLDER

A draw without a quality leaves the pairs it takes part in without an answer. The exact columns rest on
probabilities that no CSV holds; they are checked against each other.
"""

import sys

import numpy as np

from run_folder import finish, read

BAR = 1e-9
DRAWN = ["baseline_mean", "candidate_mean", "difference", "superiority"]


def outcome(before, after):
    return "tie" if abs(after - before) <= BAR else "win" if after > before else "loss"


def superiority(before, after):
    gain = after[:, None] - before[None, :]
    return np.mean((gain > BAR) + (np.abs(gain) <= BAR) / 2)


def main(folder):
    drawn = read(folder, "samples").groupby(["state_id", "policy", "sample_set"]).quality
    qualities = {key: group.to_numpy() for key, group in drawn}
    best = read(folder, "states").set_index("state_id").best_quality
    differences, problems = [], []
    for row in read(folder, "pairs").itertuples():
        before = qualities[row.state_id, row.baseline, "main"]
        after = qualities[row.state_id, row.candidate, "main"]
        placebo = qualities[row.state_id, row.baseline, "placebo"]
        numbers = {
            "samples": len(after),
            "baseline_mean": before.mean(),
            "candidate_mean": after.mean(),
            "difference": after.mean() - before.mean(),
            "superiority": superiority(before, after),
            "best_quality": best[row.state_id],
        }
        words = {
            "outcome": outcome(before.mean(), after.mean()),
            "placebo_outcome": outcome(before.mean(), placebo.mean()),
        }
        if np.isnan([*before, *after, *placebo]).any():
            numbers |= dict.fromkeys(DRAWN, np.nan)
            words = dict.fromkeys(words, "")
        if not np.isnan(row.covered_mass):
            numbers["covered_mass"] = min(row.baseline_covered_mass, row.candidate_covered_mass)
            words["exact_outcome"] = outcome(row.baseline_exact, row.candidate_exact)
        for name, ours in numbers.items():
            theirs = getattr(row, name)
            if np.isnan(theirs) and np.isnan(ours):
                continue
            differences.append(abs(theirs - ours))
            if not differences[-1] <= BAR:
                problems.append(f"{row.state_id} {row.candidate} {name}: {theirs} in the run, {ours} here")
        for name, ours in words.items():
            if getattr(row, name) != ours:
                problems.append(f"{row.state_id} {row.candidate} {name}: {getattr(row, name)} in the run, {ours} here")
        if not len(before) == len(after) == len(placebo):
            problems.append(f"{row.state_id} {row.candidate}: {len(before)}, {len(after)}, {len(placebo)} samples")
    finish("pairs", len(differences), np.max(differences, initial=0.0), BAR, problems)


if __name__ == "__main__":
    main(sys.argv[1])
