import type { DrawNoise, MatchOutcome, Observation, PairRow } from "../core/rows.js";
import { differenceOf, EQUALITY_TOLERANCE, EXACT_TOLERANCE } from "../stats/outcome.js";
import type { OutcomeShares, UnitDraws } from "./unit-draws.js";

type Measure = Pick<Observation, "metric" | "kind" | "value" | "noise" | "relabelled"> & { readonly drawn: boolean };

const WORDS = ["win", "tie", "loss"] as const;

/** 1 where it is so, 0 where not; null without an answer. */
function indicator(outcome: MatchOutcome | null, word: MatchOutcome): number | null {
  return outcome === null ? null : Number(outcome === word);
}

function share(metric: string, value: number | null, drawn = true): Measure {
  return { metric: `${metric}_share`, kind: "share", value, drawn };
}

function mean(metric: string, value: number | null, drawn = true): Measure {
  return { metric, kind: "mean", value, drawn };
}

const HALF_TIE: Readonly<Record<MatchOutcome, number>> = { win: 1, tie: 0.5, loss: 0 };

/** Everything reported of one pair; what is not asked of its task is left out. */
function measures(pair: PairRow): readonly Measure[] {
  const found: Measure[] = [
    ...WORDS.map((word) => share(word, indicator(pair.outcome, word))),
    share("half_tie", pair.outcome === null ? null : HALF_TIE[pair.outcome]),
    { ...mean("mean_difference", pair.difference), kind: "difference" },
    mean("superiority", pair.superiority),
    share("placebo_win", indicator(pair.placebo_outcome, "win")),
    share("placebo_tie", indicator(pair.placebo_outcome, "tie")),
    mean("baseline_mean", pair.baseline_mean),
    mean("candidate_mean", pair.candidate_mean),
  ];
  const { baseline_exact: baseline, candidate_exact: candidate, exact_outcome: outcome } = pair;
  if (pair.covered_mass !== null) {
    const more = baseline === null || candidate === null ? null : differenceOf(baseline, candidate, EXACT_TOLERANCE);
    found.push(...WORDS.map((word) => share(`exact_${word}`, indicator(outcome, word), false)));
    found.push({ ...mean("exact_difference", more, false), kind: "difference" });
    found.push(mean("covered_mass", pair.covered_mass, false));
  }
  return found;
}

function observation(probe: string, slice: string, pair: PairRow, { drawn, ...measure }: Measure): Observation {
  const { baseline, candidate, trajectory_id: trajectory, samples } = pair;
  return { probe, slice, baseline, candidate, trajectory, samples: drawn ? samples : null, ...measure };
}

function noiseOf(pair: PairRow): DrawNoise | null {
  const { baseline_variance, candidate_variance, first_half_difference, second_half_difference } = pair;
  if (baseline_variance === null || candidate_variance === null) return null;
  if (first_half_difference === null || second_half_difference === null) return null;
  return { variance: baseline_variance + candidate_variance, halves: [first_half_difference, second_half_difference] };
}

/** One observation of each quantity of a pair, in each of the slices. */
export function observePair(
  probe: string,
  slices: readonly string[],
  pair: PairRow,
  relabelled: Int8Array | null,
): Observation[] {
  const all = measures(pair).map((measure) =>
    measure.metric === "win_share" && relabelled !== null ? { ...measure, relabelled } : measure,
  );
  return slices.flatMap((slice) => all.map((measure) => observation(probe, slice, pair, measure)));
}

/** The same for a probe's main slice: with what its draws say of noise, and of fewer draws (slices `k=1`, `k=2`, …). */
export function observeMain(probe: string, slice: string, pair: PairRow, draws: UnitDraws): Observation[] {
  const main = observePair(probe, [slice], pair, draws.relabelled(pair)).map((one) =>
    one.metric === "mean_difference" ? { ...one, noise: noiseOf(pair) } : one,
  );
  const curve = draws.curve(pair) ?? [];
  return [
    ...main,
    ...curve.flatMap(({ k, candidate, placebo }) =>
      [...outcomeShares("", candidate), ...outcomeShares("placebo_", placebo).slice(0, 2)].map((measure) => ({
        ...observation(probe, slice === "all" ? `k=${k}` : `${slice},k=${k}`, pair, measure),
        samples: k,
      })),
    ),
  ];
}

function outcomeShares(prefix: string, shares: OutcomeShares | null): readonly Measure[] {
  return WORDS.map((word) => share(`${prefix}${word}`, shares?.[word] ?? null));
}

/** What an error state's quantities have more than its parent's; those that both have. */
export function observeContrast(probe: string, slice: string, error: PairRow, parent: PairRow): Observation[] {
  const before = new Map(measures(parent).map(({ metric, value }) => [metric, value]));
  return measures(error).flatMap(({ metric, kind, value, drawn }) => {
    const base = before.get(metric);
    if (base === undefined) return [];
    const tolerance = metric === "exact_difference" ? EXACT_TOLERANCE : EQUALITY_TOLERANCE;
    const more = value === null || base === null ? null : differenceOf(base, value, tolerance);
    return [observation(probe, slice, error, { metric, kind: kind === "share" ? "mean" : kind, value: more, drawn })];
  });
}
