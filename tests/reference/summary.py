"""Every row of summary.csv again, with pandas and statsmodels, from the run's other files.

    python summary.py RUN_FOLDER

Rows are matched both ways: a row that is not recomputed here, and a number that summary.csv lacks, are both problems.
"""

import sys
from pathlib import Path

import numpy as np
import pandas as pd
import statsmodels.api as sm
from statsmodels.stats.proportion import proportion_confint

from run_folder import finish, read

BAR = 1e-9
KEY = ["probe", "slice", "metric", "baseline", "candidate"]
WHERE = ["trajectory_id", "kind", "turn", "stage", "parent_state_id"]


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
        exact_difference=pairs.candidate_exact - pairs.baseline_exact,
        covered_mass=pairs[["baseline_covered_mass", "candidate_covered_mass"]].min(axis=1, skipna=False),
    )


def observed(probe, names, who, values):
    """Long form: one row a slice, a metric and a value. names: the slice of each row of `who` and `values`."""
    wide = who[["baseline", "candidate", "trajectory_id"]].assign(probe=probe, slice=names).join(values)
    return wide.melt([*KEY[:2], *KEY[3:], "trajectory_id"], var_name="metric").dropna(subset="value")


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
    yield observed("recovery", "contrast", errors, after - before)


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


def outcome_of(rows):
    return "source=" + rows.source_policy + ",success=" + rows.success.map({True: "true", False: "false"})


def estimate(slice_name, metric, group):
    """estimate, ci_low, ci_high, method, states, trajectories."""
    values, clusters = group.value.to_numpy(), pd.factorize(group.trajectory_id)[0]
    count = clusters.max() + 1
    low, high, method = np.nan, np.nan, "cr1-t"
    if count > 1:
        wilson = metric.endswith("_share") and slice_name != "contrast" and (np.all(values == 0) or np.all(values == 1))
        if wilson:
            method = "wilson"
            low, high = proportion_confint(values.sum(), len(values), method="wilson")
        else:
            fit = sm.OLS(values, np.ones(len(values))).fit(cov_type="cluster", cov_kwds={"groups": clusters}, use_t=True)
            low, high = fit.conf_int()[0]
    return values.mean(), low, high, method, len(values), count


def main(folder):
    reported = read(folder, "summary").set_index(KEY)
    sources = {"pairs": comparisons, "nll_actions": support}
    there = [source for name, source in sources.items() if (Path(folder) / f"{name}.csv").exists()]
    long = pd.concat([part for source in there for part in source(folder)])
    long = long[long.probe.isin(reported.index.get_level_values("probe"))]
    problems = [f"{key}: twice" for key in reported.index[reported.index.duplicated()]]
    groups = dict(list(long.groupby(KEY, sort=False)))
    problems += [f"{key}: missing from summary.csv" for key in groups if key not in reported.index]
    problems += [f"{key}: not recomputed" for key in reported.index if key not in groups]
    differences = []
    for key, row in reported[reported.index.isin(list(groups))].iterrows():
        *ours, method, states, count = estimate(key[1], key[2], groups[key])
        theirs = row[["estimate", "ci_low", "ci_high"]].to_numpy(float)
        differences.append(np.abs(theirs - ours)[~(np.isnan(theirs) & np.isnan(ours))].max())
        if not differences[-1] <= BAR or (row.method, row.states, row.trajectories, row.clusters) != (method, states, count, count):
            problems.append(f"{key}: {row.to_dict()} in the run, {ours} {method} {states} {count} here")
        if count < 2 and row.note == "":
            problems.append(f"{key}: no interval, and no note that says why")
    finish("summary rows", len(differences), np.max(differences, initial=0.0), BAR, problems)


if __name__ == "__main__":
    main(sys.argv[1])
