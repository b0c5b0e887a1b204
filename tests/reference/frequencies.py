"""Whether sampled actions follow the exact probabilities: a chi-square test over all states and policies of a run.

    python frequencies.py RUN_FOLDER

Every action of the small set is a cell, everything else said at a state is one more; cells that expect fewer than five
draws are pooled. Passes unless the sum over all states is rejected at 1e-3.
"""

import sys

import numpy as np
from scipy.stats import chi2

from run_folder import read

LEVEL = 1e-3
LEAST_EXPECTED = 5


def main(folder):
    exact = read(folder, "exact_actions")
    # Another spelling of the same move is none of the enumerated replies: only the reply as the task says it counts.
    samples = read(folder, "samples")
    samples["said"] = samples.parsed.where(samples.action == "<answer>" + samples.parsed + "</answer>", "")
    drawn = {key: group.said.value_counts() for key, group in samples.groupby(["state_id", "policy"])}
    statistic, freedom, draws = 0.0, 0, 0
    for key, group in exact.groupby(["state_id", "policy"]):
        total = drawn[key].sum()
        observed = np.array([drawn[key].get(action, 0) for action in group.action], float)
        expected = total * group.probability.to_numpy()
        observed, expected = np.append(observed, total - observed.sum()), np.append(expected, total - expected.sum())
        small = expected < LEAST_EXPECTED
        observed = np.append(observed[~small], observed[small].sum())
        expected = np.append(expected[~small], expected[small].sum())
        if expected[-1] < LEAST_EXPECTED:  # the pool itself may be small: it joins the largest cell
            largest = expected[:-1].argmax()
            observed[largest] += observed[-1]
            expected[largest] += expected[-1]
            observed, expected = observed[:-1], expected[:-1]
        statistic += ((observed - expected) ** 2 / expected).sum()
        freedom += len(expected) - 1
        draws += total
    p = chi2.sf(statistic, freedom)
    states = exact.state_id.nunique()
    print(f"frequencies: {draws} draws at {states} states, chi-square {statistic:.1f} on {freedom} degrees, p = {p:.4g}")
    sys.exit(0 if freedom > 0 and p >= LEVEL else 1)


if __name__ == "__main__":
    main(sys.argv[1])
