import type { MatchOutcome, Observation, PairRow } from "../core/rows.js";

type Measure = readonly [metric: string, kind: "share" | "mean", value: number | null, drawn: boolean];

/** 1 where it is so, 0 where not; null without an answer. */
function indicator(outcome: MatchOutcome | null, word: MatchOutcome): number | null {
  return outcome === null ? null : Number(outcome === word);
}

function shares(prefix: string, outcome: MatchOutcome | null, drawn: boolean): Measure[] {
  return (["win", "tie", "loss"] as const).map((word) => [
    `${prefix}${word}_share`,
    "share",
    indicator(outcome, word),
    drawn,
  ]);
}

const HALF_TIE: Readonly<Record<MatchOutcome, number>> = { win: 1, tie: 0.5, loss: 0 };

/** Everything reported of one pair; what is not asked of its task is left out. */
function measures(pair: PairRow): readonly Measure[] {
  const found: Measure[] = [
    ...shares("", pair.outcome, true),
    ["half_tie_share", "share", pair.outcome === null ? null : HALF_TIE[pair.outcome], true],
    ["mean_difference", "mean", pair.difference, true],
    ["superiority", "mean", pair.superiority, true],
    ["placebo_win_share", "share", indicator(pair.placebo_outcome, "win"), true],
    ["placebo_tie_share", "share", indicator(pair.placebo_outcome, "tie"), true],
    ["baseline_mean", "mean", pair.baseline_mean, true],
    ["candidate_mean", "mean", pair.candidate_mean, true],
  ];
  const { baseline_exact: baseline, candidate_exact: candidate, exact_outcome: outcome } = pair;
  if (pair.covered_mass !== null) {
    const more = baseline === null || candidate === null ? null : candidate - baseline;
    found.push(...shares("exact_", outcome, false), ["exact_difference", "mean", more, false]);
    found.push(["covered_mass", "mean", pair.covered_mass, false]);
  }
  return found;
}

function observation(probe: string, slice: string, pair: PairRow, measure: Measure): Observation {
  const [metric, kind, value, drawn] = measure;
  const { baseline, candidate, trajectory_id: trajectory, samples } = pair;
  return { probe, slice, metric, baseline, candidate, trajectory, value, kind, samples: drawn ? samples : null };
}

/** One observation of each quantity of a pair, in each of the slices. */
export function observePair(probe: string, slices: readonly string[], pair: PairRow): Observation[] {
  return slices.flatMap((slice) => measures(pair).map((measure) => observation(probe, slice, pair, measure)));
}

/** What an error state's quantities have more than its parent's; those that both have. */
export function observeContrast(probe: string, slice: string, error: PairRow, parent: PairRow): Observation[] {
  const before = new Map(measures(parent).map(([metric, , value]) => [metric, value]));
  return measures(error).flatMap(([metric, , value, drawn]) => {
    const base = before.get(metric);
    if (base === undefined) return [];
    const more = value === null || base === null ? null : value - base;
    return [observation(probe, slice, error, [metric, "mean", more, drawn])];
  });
}
