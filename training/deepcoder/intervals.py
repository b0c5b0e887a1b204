"""Intervals that respect that episodes of one problem are not independent."""

import numpy as np

Z95 = 1.959964


def clustered_mean(values):
    """values: [problems, episodes]. (mean, half-width of the 95 % interval) with problems as the independent units."""
    means = np.asarray(values, float).mean(axis=1)
    return means.mean(), Z95 * means.std(ddof=1) / len(means) ** 0.5
