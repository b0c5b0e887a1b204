"""Values that methods this tool does not ship give on small examples, by scipy, statsmodels and numpy.

    python published_values.py

The tests of src/stats hold the methods that ship to the same examples; each value has the digits it is printed with.
"""

from math import comb

import numpy as np
import statsmodels.api as sm
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

from run_folder import finish

Z = stats.norm.ppf
checks = []


def check(what, got, *expected):
    """Each expected value is text: its digits say how far it must agree."""
    for value, text in zip(np.atleast_1d(got), expected, strict=True):
        mantissa, _, exponent = text.partition("e")
        half = 0.5 * 10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2]))
        checks.append((what, float(value), text, abs(float(value) - float(text)) / half))


def clustered(y, names):
    """Standard errors of the mean: independent, Miller's, CR0 and CR1, then CR1 of statsmodels."""
    y, names = np.array(y), np.array(list(names))
    n, residual = len(y), np.array(y) - np.mean(y)
    sums = np.array([residual[names == one].sum() for one in np.unique(names)])
    count = len(sums)
    independent = (residual**2).sum() / (n * (n - 1))
    miller = independent + ((sums**2).sum() - (residual**2).sum()) / n**2
    cr0 = (sums**2).sum() / n**2
    fit = sm.OLS(y, np.ones(n)).fit(cov_type="cluster", cov_kwds={"groups": np.unique(names, return_inverse=True)[1]})
    return [*np.sqrt([independent, miller, cr0, count / (count - 1) * cr0]), fit.bse[0], (sums**2).sum()]


def standard_errors():
    values = clustered([1, 1, 0, 1, 0, 0, 0, 1, 1, 1], "aaabbbccdd")
    check("clustered standard errors", values[:4], ".1632993", ".1275408", ".1166190", ".1346601")
    check("CR1 by statsmodels", values[4], ".134660065844828")
    check("squared cluster sums", values[5], "1.36")
    check("design effect", (values[3] / values[0]) ** 2, ".68")
    a, b = np.array([0.8, 0.6, 0.9, 0.4, 0.7, 0.5, 0.3, 0.9]), np.array([0.7, 0.6, 0.5, 0.5, 0.4, 0.5, 0.2, 0.6])
    errors = [stats.sem(a), stats.sem(b)]
    r = np.corrcoef(a, b)[0, 1]
    paired = np.sqrt(errors[0] ** 2 + errors[1] ** 2 - 2 * r * errors[0] * errors[1])
    check("paired", [np.mean(a - b), stats.sem(a - b), paired], ".1375", ".0625", ".0625")
    check("unpaired", np.hypot(*errors), ".0962465")
    check("correlation", r, ".6261")
    check("t test", stats.ttest_rel(a, b), "2.2", ".063731")
    check("clustered differences", clustered(a - b, "00011222")[2:4], ".0144900", ".0177466")


def power():
    multiple = Z(0.975) + Z(0.8)
    check("multiple", [multiple, multiple**2], "2.8015852", "7.8488797")
    for samples, expected in ((np.inf, "968.997"), (1, "3875.99"), (10, "1259.70")):
        check("states", multiple**2 * (1 / 9 + 2 / 6 / samples) / 0.03**2, expected)
    for samples, expected in ((1, ".132733"), (10, ".075670")):
        check("effect", multiple * np.sqrt((1 / 9 + 2 / 6 / samples) / 198), expected)


def rliable():
    x, y = np.array([[0.5, 0.2], [0.7, 0.2], [0.9, 0.4]]), np.array([[0.5, 0.3], [0.6, 0.2], [0.8, 0.2]])
    u = stats.mannwhitneyu(x, y, alternative="greater").statistic
    check("U", u, "5.5", "5")
    check("probability of improvement", [*u / 9, np.mean(u / 9)], ".611111", ".555556", ".583333")
    means = [stats.trim_mean(np.arange(1, 11), 0.25), stats.trim_mean([0, 1, 2, 3, 100], 0.25)]
    check("interquartile mean", means, "5.5", "2.0")


def passes():
    check("naive pass@k", [1 - (1 - c / n) ** k for n, c, k in ((10, 3, 5), (200, 1, 100))], ".83193", ".39423")
    check("naive pass^k", 0.7**3, ".343")
    five = [1 - comb(10 - c, 5) / comb(10, 5) for c in (3, 0, 10, 7, 1)]
    check("five tasks", [np.mean(five), stats.sem(five)], ".683333", ".194365")


def shares():
    check("Clopper-Pearson", proportion_confint(45, 100, method="beta"), ".350320", ".552720")
    check("Jeffreys", proportion_confint(45, 100, method="jeffreys"), ".355077", ".547771")
    check("Wilson", proportion_confint(45, 100, method="wilson"), ".356145", ".547554")
    check("Clopper-Pearson, decisive", proportion_confint(45, 88, method="beta"), ".402456", ".619485")
    half_ties = np.repeat([1, 0.5, 0], [45, 12, 43])
    check("half ties", [np.mean(half_ties), stats.sem(half_ties)], ".51", ".0471297")
    check("net", [np.mean(2 * half_ties - 1), stats.sem(2 * half_ties - 1)], ".02", ".0942595")
    tests = [stats.binomtest(wins, trials).pvalue for wins, trials in ((45, 88), (8, 10), (10, 10))]
    check("sign test", tests, ".915187", ".109375", ".001953125")
    wilson = {100: (".3751", ".5671"), 250: (".4071", ".5299"), 500: (".4247", ".5118")}
    for n, ends in (wilson | {1000: (".4373", ".4990"), 2000: (".4462", ".4899")}).items():
        check(f"Wilson of 46.8 %, {n}", proportion_confint(round(0.468 * n), n, method="wilson"), *ends)


def signed_ranks():
    cureton = [6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75]
    exact = stats.wilcoxon(cureton, method="exact")
    up = stats.wilcoxon(cureton, method="exact", alternative="greater")
    check("Cureton", [up.statistic, exact.statistic, exact.pvalue], "96", "24", ".041259765625")
    check("rank-biserial", (up.statistic - exact.statistic) / (up.statistic + exact.statistic), ".6")
    plain = [stats.wilcoxon(cureton, method="asymptotic", correction=one).pvalue for one in (False, True)]
    check("Cureton, approximated", [*plain, up.pvalue], ".0408881", ".0437723", ".0206299")
    zeros, ties = [0, 2, 3, -1, -4, 0, 0, 8, 9], [0.1, 0.2, 0.2, -0.1, 0.3, 0, 0, 0.2, -0.2, 0.4]
    expected = {
        "wilcox": (".248864", ".294507", ".3125", ".0884827", ".125"),
        "pratt": (".301755", ".331085", ".34375", ".0982138", ".140625"),
        "zsplit": (".312234", ".341553", ".34375", ".1002321", ".140625"),
    }
    for method, texts in expected.items():
        got = [
            *(p_signed_rank(zeros, method, "asymptotic", correction) for correction in (False, True)),
            p_signed_rank(zeros, method, stats.PermutationMethod(n_resamples=np.inf)),
            p_signed_rank(ties, method, "asymptotic"),
            p_signed_rank(ties, method, stats.PermutationMethod(n_resamples=np.inf)),
        ]
        check(f"signed ranks, {method}", got, *texts)
    with np.errstate(invalid="ignore"):
        check("signed ranks of zeros", stats.wilcoxon([0] * 5).pvalue, "1")


def p_signed_rank(differences, zeros, method, correction=False):
    return stats.wilcoxon(differences, zero_method=zeros, method=method, correction=correction).pvalue


def paired_successes():
    for table, nocc, cc, p, exact in (
        ([[101, 121], [59, 33]], "21.355556", "20.672222", "5.4501e-6", "4.43445e-6"),
        ([[30, 5], [12, 53]], "2.882353", "2.117647", ".145610", ".143463"),
    ):
        check("McNemar chi-square", mcnemar(table, exact=False, correction=False).statistic, nocc)
        corrected = mcnemar(table, exact=False, correction=True)
        check("McNemar, corrected", [corrected.statistic, corrected.pvalue], cc, p)
        check("McNemar, exact", mcnemar(table, exact=True).pvalue, exact)
    check("McNemar, mid-p", 2 * stats.binom.cdf(5, 17, 0.5) - stats.binom.pmf(5, 17, 0.5), ".0962524")
    check("McNemar without discordant pairs", mcnemar([[3, 0], [0, 4]], exact=True).pvalue, "1")


def bootstraps():
    data = np.array([0.10, 0.25, -0.05, 0.30, 0, 0.40, 0.15, -0.10, 0.20, 0.05, 0.35, 0.10])
    gap = np.mean(data) - (data.sum() - data) / 11
    check("mean", np.mean(data), ".1458333")
    check("acceleration", (gap**3).sum() / (6 * (gap**2).sum() ** 1.5), ".0038146")
    check("t interval", stats.t.interval(0.95, 11, np.mean(data), stats.sem(data)), ".0449548", ".2467118")
    expected = {"percentile": (".0625", ".2333"), "basic": (".0583", ".2292"), "BCa": (".0625", ".2333")}
    for method, ends in expected.items():
        interval = stats.bootstrap((data,), np.mean, n_resamples=200_000, method=method, rng=np.random.default_rng(1))
        check(f"{method} bootstrap", interval.confidence_interval, *ends)


def families():
    expected = {
        "fdr_bh": (".02", ".04", ".04", ".02"),
        "holm": (".03", ".06", ".06", ".02"),
        "fdr_by": (".041667", ".083333", ".083333", ".041667"),
    }
    for method, texts in expected.items():
        check(method, multipletests([0.01, 0.04, 0.03, 0.005], method=method)[1], *texts)


if __name__ == "__main__":
    for part in (standard_errors, power, rliable, passes, shares, signed_ranks, paired_successes, bootstraps, families):
        part()
    wrong = [f"{what}: expected {text}, got {value!r}" for what, value, text, off in checks if off > 1 + 1e-6]
    finish("published values, in halves of a last digit", len(checks), max(off for *_, off in checks), 1 + 1e-6, wrong)
