"""Every row of summary.csv again, with pandas and statsmodels, from the run's other files.

    python summary.py RUN_FOLDER

Rows are matched both ways: a row that is not recomputed here, and a number that summary.csv lacks, are both problems.
"""

import json
import sys
from hashlib import sha256
from pathlib import Path

import numpy as np
import pandas as pd
import statsmodels.api as sm
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

from estimators import bca, blocks, of_wins, relabelled, sign_flip
from run_folder import finish, read

BAR = 1e-9
EXACT_TIE = 1e-6
KEY = ["probe", "slice", "metric", "baseline", "candidate"]
NUMBERS = ["estimate", "ci_low", "ci_high", "p_value", "bca_low", "bca_high"]
HEADLINES = ["win_share", "half_tie_share", "mean_difference", "superiority", "exact_difference"]
MAIN = ["all", "kind=error", "kind=parent", "contrast"]
WHERE = ["trajectory_id", "kind", "turn", "stage", "parent_state_id"]


def without_noise(difference):
    """An exact difference below the tie of exact means is 0: probabilities are in single precision."""
    return difference.mask(difference.abs() <= EXACT_TIE, 0)


def measures(pairs):
    """Columns: the metrics of each pair, NaN where there is no answer."""
    share = {}
    for prefix, words in (("", "win tie loss"), ("exact_", "win tie loss"), ("placebo_", "win tie")):
        said = pairs[f"{prefix}outcome"]
        for word in words.split():
            share[f"{prefix}{word}_share"] = (said == word).astype(float).where(said != "")
    return pd.DataFrame(share).assign(
        half_tie_share=share["win_share"] + share["tie_share"] / 2,
        mean_difference=pairs.candidate_mean - pairs.baseline_mean,
        superiority=pairs.superiority,
        baseline_mean=pairs.baseline_mean,
        candidate_mean=pairs.candidate_mean,
        exact_difference=(pairs.candidate_exact - pairs.baseline_exact).pipe(without_noise),
        covered_mass=pairs[["baseline_covered_mass", "candidate_covered_mass"]].min(axis=1, skipna=False),
    )


def observed(probe, names, who, values):
    """Long form: one row a slice, a metric and a value. names: the slice of each row of `who` and `values`."""
    wide = who[["baseline", "candidate", "trajectory_id"]].assign(probe=probe, slice=names).join(values)
    return wide.melt([*KEY[:2], *KEY[3:], "trajectory_id"], var_name="metric").dropna(subset="value")


def config_of(folder):
    return json.loads((Path(folder) / "manifest.json").read_text())["config"]


def seed_of(folder, *parts):
    """A seed of 32 bits: the first uniform number of a key, as the manifest's rule has it."""
    seed = config_of(folder)["seed"]
    key = "\x1f".join([str(seed), *parts, "0"])
    return int((int.from_bytes(sha256(key.encode()).digest()[:7], "big") >> 3) / 2**53 * 2**32)


def comparisons(folder):
    placed = read(folder, "states").set_index("state_id")[WHERE]
    pairs = read(folder, "pairs").drop(columns=WHERE).join(placed, on="state_id")
    metrics = measures(pairs)
    saved, errors = pairs[pairs.kind == "on_trajectory"], pairs[pairs.kind == "error"]
    for names in ("all", "stage=" + saved.stage, "turn=" + saved.turn.astype(str)):
        yield observed("matched", names, saved, metrics.loc[saved.index])
    row_of = pd.Series(saved.index, pd.MultiIndex.from_frame(saved[["state_id", "candidate"]]))
    parents = row_of.loc[pd.MultiIndex.from_frame(errors[["parent_state_id", "candidate"]])]
    after, before = metrics.loc[errors.index], metrics.loc[parents].set_index(errors.index)
    yield observed("recovery", "kind=error", errors, after)
    yield observed("recovery", "kind=error,stage=" + errors.stage, errors, after)
    yield observed("recovery", "kind=parent", errors, before)
    change = after - before
    yield observed("recovery", "contrast", errors, change.assign(exact_difference=without_noise(change.exact_difference)))
    qualities = qualities_of(folder)
    for probe, rows, prefix in (("matched", saved, ""), ("recovery", errors, "kind=error,")):
        for k in curve_sizes(int(rows.samples.max())) if len(rows) else []:
            answered = rows[rows.outcome != ""]
            yield observed(probe, f"{prefix}k={k}", answered, curve(answered, qualities, k))


def qualities_of(folder):
    drawn = read(folder, "samples").groupby(["state_id", "policy", "sample_set"]).quality
    return {key: group.to_numpy() for key, group in drawn}


def curve_sizes(samples):
    return [*(2**power for power in range(20) if 2**power < samples), samples]


def curve(pairs, qualities, k):
    """Outcome shares of each pair over disjoint blocks of k draws, the candidate's and the placebo's."""
    found = []
    for pair in pairs.itertuples():
        before = qualities[pair.state_id, pair.baseline, "main"]
        sides = qualities[pair.state_id, pair.candidate, "main"], qualities[pair.state_id, pair.baseline, "placebo"]
        placebo = [np.nan] * 2 if np.isnan(sides[1]).any() else blocks(before, sides[1], k)[:2]
        found.append([*blocks(before, sides[0], k), *placebo])
    names = "win_share tie_share loss_share placebo_win_share placebo_tie_share".split()
    return pd.DataFrame(found, index=pairs.index, columns=names)


def support(folder):
    actions, whole = read(folder, "nll_actions"), read(folder, "nll_trajectories")
    names = "source=" + actions.source_policy + ",scored_by=" + actions.scored_by
    yield observed("support", names, actions.assign(baseline="", candidate=""), actions[["nll_nats", "nll_per_token"]])
    ratio = (whole.baseline_nll_nats - whole.candidate_nll_nats).to_frame("log_ratio")
    yield observed("support", outcome_of(whole), whole, ratio)
    place = ["trajectory_id", "source_policy", "success", "turn", "stage"]
    by_policy = actions.pivot(index=place, columns="scored_by", values="nll_nats").reset_index().sort_values(place[:4])
    for baseline, candidate in whole[["baseline", "candidate"]].drop_duplicates().itertuples(index=False):
        steps = by_policy[baseline] - by_policy[candidate]
        running = steps.groupby(by_policy.trajectory_id).cumsum().to_frame("cumulative_log_ratio")
        who = by_policy.assign(baseline=baseline, candidate=candidate)
        yield observed("support", outcome_of(who) + ",stage=" + who.stage, who, running)
        whole_turns = by_policy.groupby("trajectory_id").turn.transform("size")
        for progress in ("0.25", "0.5", "0.75", "1"):
            at = by_policy.turn == np.ceil(float(progress) * whole_turns) - 1
            yield observed("support", outcome_of(who[at]) + f",progress={progress}", who[at], running[at])


def outcome_of(rows):
    return "source=" + rows.source_policy + ",success=" + rows.success.map({True: "true", False: "false"})


def clusters_of(group):
    return [part.value.to_numpy() for _, part in group.groupby("cluster", sort=False)]


def standard_error(values, clusters):
    fit = sm.OLS(values, np.ones(len(values))).fit(cov_type="cluster", cov_kwds={"groups": clusters}, use_t=True)
    return fit.bse[0], fit.conf_int()[0]


def sizes_of(group):
    return len(group), group.trajectory_id.nunique(), group.cluster.nunique()


def average(slice_name, metric, group, seed, suffix):
    """An average's numbers, its method, test, states, trajectories and clusters."""
    values, clusters = group.value.to_numpy(), pd.factorize(group.cluster)[0]
    count = clusters.max() + 1
    low, high, method = np.nan, np.nan, f"cr1-t{suffix}"
    if count > 1:
        wilson = metric.endswith("_share") and slice_name != "contrast" and (np.all(values == 0) or np.all(values == 1))
        if wilson:
            method = "wilson"
            low, high = proportion_confint(values.mean() * count, count, method="wilson")
        else:
            low, high = standard_error(values, clusters)[1]
    p, test, ends = np.nan, "", [np.nan, np.nan]
    if metric in ("mean_difference", "exact_difference") and count > 1:
        test, p = "sign-flip", sign_flip(clusters_of(group), seed)
    if metric in HEADLINES and slice_name in MAIN and low < high:
        ends = bca(clusters_of(group), seed)
    return [values.mean(), low, high, p, *ends], (method, test, *sizes_of(group))


def relabellings(folder, groups):
    """Win shares under relabelled draws, and the test of each win share: key -> numbers."""
    pairs, qualities, wins = read(folder, "pairs"), qualities_of(folder), {}
    for pair in pairs[pairs.outcome != ""].itertuples():
        sides = [qualities[pair.state_id, name, "main"] for name in (pair.baseline, pair.candidate)]
        seed = seed_of(folder, "relabel", pair.state_id, pair.candidate)
        null = relabelled(*sides, seed) == 1
        places = [("matched", "all"), ("matched", f"stage={pair.stage}"), ("matched", f"turn={pair.turn}")]
        if pair.kind == "error":
            places = [("recovery", "kind=error"), ("recovery", f"kind=error,stage={pair.stage}")]
        elif pair.state_id in set_of_parents(pairs, pair.candidate):
            places.append(("recovery", "kind=parent"))
        for place in places:
            key = (*place, "win_share", pair.baseline, pair.candidate)
            wins[key] = wins.get(key, 0) + null.astype(int)
    for key, null in wins.items():
        if key in groups:
            values = groups[key].value
            yield key, of_wins(values.sum(), null), len(values)


def set_of_parents(pairs, candidate, known={}):
    key = (id(pairs), candidate)
    if key not in known:
        known[key] = set(pairs[(pairs.kind == "error") & (pairs.candidate == candidate)].parent_state_id)
    return known[key]


def noise_rows(folder, groups):
    """What is reported beside a mean difference of a main slice: key -> estimate, method, states, trajectories."""
    pairs = read(folder, "pairs")
    for probe, slice_name, kind in (("matched", "all", "on_trajectory"), ("recovery", "kind=error", "error")):
        for (baseline, candidate), rows in pairs[pairs.kind == kind].groupby(["baseline", "candidate"], sort=False):
            place = lambda metric: (probe, slice_name, metric, baseline, candidate)
            group = groups.get(place("mean_difference"))
            if group is None:
                continue
            size, k = sizes_of(group), rows.samples.iloc[0]
            count = size[-1]
            error = standard_error(group.value.to_numpy(), pd.factorize(group.cluster)[0])[0] if count > 1 else np.nan
            known = rows[rows.difference.notna() & rows.baseline_variance.notna()]
            draw = known.baseline_variance + known.candidate_variance
            yield place("draw_variance"), draw.mean(), "moments", *size
            # Standard errors between 0 and an effect found with 80 % power.
            apart = stats.t.ppf([0.975, 0.8], count - 1).sum() if count >= 6 else np.nan
            yield place("minimum_detectable_effect"), apart * error, "power-80", *size
            exact = groups.get(place("exact_difference"))
            if exact is not None:
                own = np.nan if count < 2 else standard_error(exact.value.to_numpy(), pd.factorize(exact.cluster)[0])[0]
                yield place("exact_minimum_detectable_effect"), apart * own, "power-80", *size
            if len(known) == 0 or count < 2:
                yield place("states_to_halve"), np.nan, "variance", *size
                yield place("samples_to_halve"), np.nan, "variance", *size
            if len(known) == 0:
                continue
            between = known.difference.var(ddof=1) - draw.mean() / k
            r = np.corrcoef(known.first_half_difference, known.second_half_difference)[0, 1]
            yield place("split_half_correlation"), r, "pearson", *size
            yield place("split_half_reliability"), 2 * r / (1 + r), "spearman-brown", *size
            yield place("between_variance"), max(0, between), "moments", *size
            better = known.probability_better
            yield place("probability_better"), better.mean(), "normal-normal", *size
            sure = [(better > 0.95).mean(), (better < 0.05).mean()] if between > 0 else [np.nan, np.nan]
            yield place("confident_better_share"), sure[0], "normal-normal", *size
            yield place("confident_worse_share"), sure[1], "normal-normal", *size
            if count > 1:
                wanted = draw.mean() / (k * len(known)) - 0.75 * error**2
                draws = np.ceil(draw.mean() / len(known) / wanted * (1 - 1e-12)) if wanted > 0 else np.nan
                yield place("states_to_halve"), 3 * len(known), "variance", *size
                yield place("samples_to_halve"), draws, "variance", *size


def recomputed(folder, groups):
    """key -> numbers and facts of every row of summary.csv."""
    seed = seed_of(folder, "summary")
    suffix = "" if config_of(folder)["cluster"] == "trajectory" else "-instance"
    rows = {key: average(key[1], key[2], group, seed, suffix) for key, group in groups.items()}
    if (Path(folder) / "pairs.csv").exists():
        for key, (p, *null), states in relabellings(folder, groups):
            numbers, (method, _, *size) = rows[key]
            rows[key] = [*numbers[:3], p, *numbers[4:]], (method, "relabel", *size)
            estimates = [one / states for one in null]
            rows[(*key[:2], "relabelled_win_share", *key[3:])] = (
                [*estimates, np.nan, np.nan, np.nan],
                ("relabel", "", *size),
            )
        for key, number, method, *size in noise_rows(folder, groups):
            rows[key] = [number, *[np.nan] * 5], (method, "", *size)
    return rows


def main(folder):
    reported = read(folder, "summary").set_index(KEY)
    sources = {"pairs": comparisons, "nll_actions": support}
    there = [source for name, source in sources.items() if (Path(folder) / f"{name}.csv").exists()]
    long = pd.concat([part for source in there for part in source(folder)])
    long["value"] = long.value.astype(float)
    instances = read(folder, "trajectories").set_index("trajectory_id").instance_id
    by_instance = config_of(folder)["cluster"] == "instance"
    long["cluster"] = long.trajectory_id.map(instances) if by_instance else long.trajectory_id
    long = long[long.probe.isin(reported.index.get_level_values("probe"))]
    groups = dict(list(long.groupby(KEY, sort=False)))
    rows = recomputed(folder, groups)
    problems = [f"{key}: twice" for key in reported.index[reported.index.duplicated()]]
    problems += [f"{key}: missing from summary.csv" for key in rows if key not in reported.index]
    problems += [f"{key}: not recomputed" for key in reported.index if key not in rows]
    differences = []
    for key, row in reported[reported.index.isin(list(rows))].iterrows():
        ours, (method, test, *sizes) = rows[key]
        theirs = row[NUMBERS].to_numpy(float)
        apart = np.abs(theirs - ours)[~(np.isnan(theirs) & np.isnan(np.array(ours, dtype=float)))]
        differences.append(np.max(apart, initial=0.0))
        said = (row.method, row.test, row.states, row.trajectories, row.clusters)
        if not differences[-1] <= BAR or said != (method, test, *sizes):
            problems.append(f"{key}: {row.to_dict()} in the run, {ours} {method} {test} {sizes} here")
        if (np.isnan(ours[0]) or (sizes[-1] < 2 and method.startswith("cr1-t"))) and row.note == "":
            problems.append(f"{key}: no number, and no note that says why")
    tested = reported.p_value.notna()
    if tested.any():
        section = ["probe", "baseline", "candidate"]
        adjusted = reported[tested].groupby(section).p_value.transform(lambda p: multipletests(p, method="fdr_bh")[1])
        differences.append(np.max(np.abs(reported.q_value[tested] - adjusted)))
    if reported.q_value[~tested].notna().any():
        problems.append("a q-value without a p-value")
    finish("summary rows", len(differences), np.max(differences, initial=0.0), BAR, problems)


if __name__ == "__main__":
    main(sys.argv[1])
