"""Every row of pairs.csv again from samples.csv: means, outcomes, superiority over all pairs, placebo, shrinkage.

    python pairs.py RUN_FOLDER

A draw without a quality leaves the pairs it takes part in without an answer. The exact columns rest on
probabilities that no CSV holds; they are checked against each other.
"""

import sys

import numpy as np
from scipy import stats

from run_folder import finish, read

BAR = 1e-9
# Exact means rest on probabilities in single precision.
EXACT_TIE = 1e-6
DRAWN = """baseline_mean candidate_mean difference superiority baseline_variance candidate_variance
first_half_difference second_half_difference""".split()


def outcome(before, after, tie=BAR):
    return "tie" if abs(after - before) <= tie else "win" if after > before else "loss"


def superiority(before, after):
    gain = after[:, None] - before[None, :]
    return np.mean((gain > BAR) + (np.abs(gain) <= BAR) / 2)


def shrunk(pairs):
    """shrunk_difference and probability_better again: normal prior and noise, by moments, one family a kind and candidate."""
    family = pairs[pairs.difference.notna() & pairs.baseline_variance.notna()].groupby(["kind", "candidate"])
    differences, problems = [], []
    for name, rows in family:
        k, d = rows.samples.iloc[0], rows.difference
        noise = (rows.baseline_variance + rows.candidate_variance) / k
        prior = d.var(ddof=1) - noise.mean() if len(rows) > 1 else 0
        if not prior > 0:
            if rows[["shrunk_difference", "probability_better"]].notna().any(axis=None):
                problems.append(f"{name}: shrunk without a prior")
            continue
        own = (noise * (k - 1) + 2 * noise.mean()) / (k + 1)
        centre = (d.mean() / prior + d / own) / (1 / prior + 1 / own)
        better = stats.norm.sf(0, centre, (1 / prior + 1 / own) ** -0.5)
        differences += [(rows.shrunk_difference - centre).abs().max(), (rows.probability_better - better).abs().max()]
    problems += [f"shrunk differences {max(differences):.3g} apart"] if not max(differences, default=0) <= BAR else []
    return problems


def main(folder):
    drawn = read(folder, "samples").groupby(["state_id", "policy", "sample_set"]).quality
    qualities = {key: group.to_numpy() for key, group in drawn}
    best = read(folder, "states").set_index("state_id").best_quality
    differences, problems = [], shrunk(read(folder, "pairs"))
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
        half, gain = len(after) // 2, after - before
        numbers["baseline_variance"] = before.var(ddof=1) if half else np.nan
        numbers["candidate_variance"] = after.var(ddof=1) if half else np.nan
        numbers["first_half_difference"] = gain[:half].mean() if half else np.nan
        numbers["second_half_difference"] = gain[half : 2 * half].mean() if half else np.nan
        words = {
            "outcome": outcome(before.mean(), after.mean()),
            "placebo_outcome": outcome(before.mean(), placebo.mean()),
        }
        if np.isnan([*before, *after]).any():
            numbers |= dict.fromkeys(DRAWN, np.nan)
            words = dict.fromkeys(words, "")
        if np.isnan(placebo).any():
            words["placebo_outcome"] = ""
        if not np.isnan(row.covered_mass):
            numbers["covered_mass"] = min(row.baseline_covered_mass, row.candidate_covered_mass)
            words["exact_outcome"] = outcome(row.baseline_exact, row.candidate_exact, EXACT_TIE)
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
