"""The estimators of src/stats again, with numpy, scipy and statsmodels: the same inputs, the same draws.

    node estimators.mjs > VALUES.json; python estimators.py VALUES.json
"""

import itertools
import json
import sys
from math import comb

import numpy as np
import statsmodels.api as sm
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests

from run_folder import finish

BAR = 1e-12
TIE = 1e-12
EQUALITY_TOLERANCE = 1e-9
Z = stats.norm.ppf


class Comparison:
    """Differences relative to the value, absolute below 1."""

    def __init__(self):
        self.compared, self.largest, self.problems = 0, 0.0, []

    def check(self, what, ours, theirs):
        ours, theirs = (np.atleast_1d(np.array(values, dtype=float)) for values in (ours, theirs))
        self.compared += ours.size
        if ours.shape != theirs.shape or (np.isnan(ours) != np.isnan(theirs)).any():
            self.problems.append(f"{what}: expected {theirs}, got {ours}")
            return
        ours, theirs = np.nan_to_num(ours), np.nan_to_num(theirs)
        difference = np.max(np.abs(ours - theirs) / np.maximum(1, np.abs(theirs)), initial=0)
        self.largest = max(self.largest, float(difference))
        if difference > BAR:
            self.problems.append(f"{what}: expected {theirs}, got {ours}")


def words(seed, size):
    return np.random.RandomState(seed).randint(0, 2**32, size=size, dtype=np.uint32)


def bca(clusters, seed, rounds=2000):
    sums, counts = np.array([sum(one) for one in clusters]), np.array([len(one) for one in clusters])
    rows = (np.random.RandomState(seed).random_sample((rounds, len(sums))) * len(sums)).astype(int)
    means = sums[rows].sum(axis=1) / counts[rows].sum(axis=1)
    mean, tie = sums.sum() / counts.sum(), TIE * np.abs(sums).sum() / counts.sum()
    shift = Z(((mean - means > tie).sum() + (np.abs(mean - means) <= tie).sum() / 2) / rounds)
    without = (sums.sum() - sums) / (counts.sum() - counts)
    gap = without.mean() - without
    if np.abs(gap).max() <= tie or np.ptp(means) <= tie or not np.isfinite(shift):
        return [np.nan, np.nan]
    acceleration = (gap**3).sum() / (6 * (gap**2).sum() ** 1.5)
    ends = shift + Z([0.025, 0.975])
    return np.quantile(means, stats.norm.cdf(shift + ends / (1 - acceleration * ends)))


def cr1(clusters):
    values = np.concatenate([np.array(one) for one in clusters])
    groups = np.repeat(np.arange(len(clusters)), [len(one) for one in clusters])
    fit = sm.OLS(values, np.ones(len(values))).fit(cov_type="cluster", cov_kwds={"groups": groups}, use_t=True)
    return [fit.params[0], *fit.conf_int()[0]]


def sign_flip(clusters, seed):
    sums = np.array([sum(one) for one in clusters])
    bound = abs(sums.sum()) - TIE * np.abs(sums).sum()
    if len(sums) <= 12:
        signs = np.array(list(itertools.product([1, -1], repeat=len(sums))))
        return np.mean(np.abs(signs @ sums) >= bound)
    bits = words(seed, (9999, -(-len(sums) // 32)))[:, :, None] >> np.arange(32, dtype=np.uint32) & 1
    signs = 1.0 - 2.0 * bits.reshape(9999, -1)[:, : len(sums)]
    return (1 + np.sum(np.abs(signs @ sums) >= bound)) / 10000


def relabelled(baseline, candidate, seed, rounds=999):
    samples, rows = len(baseline), np.arange(rounds)
    pooled = np.tile([*baseline, *candidate], (rounds, 1))
    if np.ptp(pooled) == 0:
        return np.zeros(rounds)
    drawn = words(seed, (rounds, samples)).astype(np.uint64)
    for at in range(samples):
        other = at + (drawn[:, at] * np.uint64(2 * samples - at) >> np.uint64(32)).astype(int)
        pooled[rows, at], pooled[rows, other] = pooled[rows, other], pooled[rows, at].copy()
    difference = pooled[:, :samples].mean(axis=1) - pooled[:, samples:].mean(axis=1)
    return np.sign(difference) * (np.abs(difference) > EQUALITY_TOLERANCE)


def blocks(baseline, candidate, k):
    shape = (len(baseline) // k, k)
    means = [np.array(one[: shape[0] * k]).reshape(shape).mean(axis=1) for one in (baseline, candidate)]
    difference = means[1] - means[0]
    ties = np.abs(difference) <= EQUALITY_TOLERANCE
    return [np.mean(~ties & (difference > 0)), np.mean(ties), np.mean(~ties & (difference < 0))]


def without_noise(values, check):
    """Shrinkage and variance components, which share their moments."""
    normal, k = values["normal"], values["normal"]["samples"]
    d, v = np.array(normal["differences"]), np.array(normal["variances"])
    noise = v.mean()
    variance = d.var(ddof=1) - noise
    check("prior", normal["prior"], [d.mean(), variance, noise**0.5])
    pooled = (v * (k - 1) + 2 * noise) / (k + 1)
    precision = 1 / variance + 1 / pooled
    centre = (d.mean() / variance + d / pooled) / precision
    posterior = stats.norm(centre, precision**-0.5)
    check("posterior mean", [one["mean"] for one in normal["posteriors"]], centre)
    check("P(D > 0)", [one["probabilityPositive"] for one in normal["posteriors"]], posterior.sf(0))
    parts = normal["components"]
    check("components", [parts["between"], parts["noise"]], [variance, noise * k])


def of_pairs(b, c):
    exact = mcnemar([[0, b], [c, 0]], exact=True).pvalue
    low = min(b, c)
    return [exact, min(1, 2 * stats.binom.cdf(low, b + c, 0.5) - stats.binom.pmf(low, b + c, 0.5))]


def of_attempts(n, c, k):
    if k > n:
        return [np.nan, np.nan]
    return [1 - comb(n - c, k) / comb(n, k), comb(c, k) / comb(n, k)]


def of_wins(observed, null):
    null = np.array(null)
    tail = 1 + min((null >= observed).sum(), (null <= observed).sum())
    return [min(1, 2 * tail / (len(null) + 1)), null.mean(), *np.quantile(null, [0.025, 0.975])]


def planned(values, check):
    multiple = Z(0.975) + Z(0.8)
    check("minimum detectable effect", values["multiple"], multiple)
    check("of ten clusters", values["multipleOfTen"], stats.t.ppf([0.975, 0.8], 9).sum())
    for one in values["plans"]:
        variance = 1 / 9 + 1 / 6 / one["samples"] + 0.1 / (2 * one["samples"])
        check("required states", one["states"], multiple**2 * variance / 0.03**2)
    for one in values["purchases"]:
        # The first K' at which the remaining variance is a quarter, found by trying.
        variance, noise = one["standardError"] ** 2, one["noise"] / one["states"]
        left = variance - noise / one["samples"] + noise / np.arange(1, 100_000)
        enough = np.flatnonzero((left <= variance / 4) | np.isclose(left, variance / 4, rtol=1e-10))
        check("samples to halve", one["wanted"], enough[0] + 1 if enough.size else np.nan)


def main(file):
    comparison = Comparison()
    check = comparison.check
    with open(file, encoding="utf-8") as text:
        values = json.load(text)
    for one in values["words"]:
        check("words", one["words"], words(one["seed"], 1500))
        stream = np.random.RandomState(one["seed"])
        stream.randint(0, 2**32, size=1500, dtype=np.uint32)
        check("uniforms", one["uniforms"], stream.random_sample(700))
    for one in values["bootstrap"]:
        check(f"BCa, {len(one['clusters'])} clusters", one["bca"], bca(one["clusters"], one["seed"]))
        check("CR1", one["t"], cr1(one["clusters"]))
    for one in values["flips"]:
        check(f"sign flip, {len(one['clusters'])} clusters", one["pValue"], sign_flip(one["clusters"], one["seed"]))
    for one in values["draws"]:
        baseline, candidate = one["baseline"], one["candidate"]
        check("relabelled", one["nullOutcomes"], relabelled(baseline, candidate, one["seed"]))
        for k, shares in one["curve"]:
            check(f"blocks of {k}", [shares[name] for name in ("win", "tie", "loss")], blocks(baseline, candidate, k))
        half = len(baseline) // 2
        gap = np.subtract(candidate, baseline)
        if half > 0:
            check("halves", one["halves"], [gap[:half].mean(), gap[half : 2 * half].mean()])
        u = stats.mannwhitneyu(candidate, baseline, alternative="greater").statistic
        check("superiority", one["superiority"], u / len(baseline) ** 2)
    for one in values["relabel"]["tests"]:
        ours = [one[name] for name in ("pValue", "meanWins", "lowWins", "highWins")]
        check("relabel test", ours, of_wins(one["observed"], values["relabel"]["nullWins"]))
    without_noise(values, check)
    halves = values["halves"]
    r = stats.pearsonr(halves["first"], halves["second"]).statistic
    theirs = [r, 2 * r / (1 + r), np.cov(halves["first"], halves["second"])[0, 1]]
    check("split half", [halves[name] for name in ("correlation", "reliability", "covariance")], theirs)
    tests = np.array(values["adjusted"]["tests"], dtype=float)
    adjusted = np.full_like(tests, np.nan)
    adjusted[~np.isnan(tests)] = multipletests(tests[~np.isnan(tests)], method="fdr_bh")[1]
    check("Benjamini-Hochberg", values["adjusted"]["values"], adjusted)
    for one in values["pairs"]:
        check(f"McNemar {one['b']}, {one['c']}", [one["exact"], one["midP"]], of_pairs(one["b"], one["c"]))
    for one in values["attempts"]:
        n, c, k = one["n"], one["c"], one["k"]
        check(f"pass {n}, {c}, {k}", [one["any"], one["all"]], of_attempts(n, c, k))
    planned(values["power"], check)
    finish("estimators", comparison.compared, comparison.largest, BAR, comparison.problems)


if __name__ == "__main__":
    main(sys.argv[1])
