import { mean, sampleVariance } from "simple-statistics";
import type { PairRow } from "../core/rows.js";
import type { State } from "../core/state.js";
import type { ExactQuality } from "../stats/exact-quality.js";
import { differenceOf, EXACT_TOLERANCE, outcome } from "../stats/outcome.js";
import { halfDifferences } from "../stats/split-half.js";
import { superiority } from "../stats/superiority.js";

/** One policy at one state. */
interface Side {
  readonly name: string;
  /** Of its draws in their order; the baseline's second half is the placebo set. */
  readonly qualities: readonly (number | null)[];
  readonly exact: ExactQuality;
}

type Drawn = Pick<
  PairRow,
  | "baseline_mean"
  | "candidate_mean"
  | "difference"
  | "outcome"
  | "superiority"
  | "placebo_outcome"
  | "baseline_variance"
  | "candidate_variance"
  | "first_half_difference"
  | "second_half_difference"
>;

const NO_ANSWER: Drawn = {
  baseline_mean: null,
  candidate_mean: null,
  difference: null,
  outcome: null,
  superiority: null,
  placebo_outcome: null,
  baseline_variance: null,
  candidate_variance: null,
  first_half_difference: null,
  second_half_difference: null,
};

function isScored(qualities: readonly (number | null)[]): qualities is readonly number[] {
  return !qualities.includes(null);
}

function compareDraws(
  baseline: readonly (number | null)[],
  candidate: readonly (number | null)[],
  samples: number,
): Drawn {
  const main = baseline.slice(0, samples);
  const placebo = baseline.slice(samples);
  if (!isScored(main) || !isScored(candidate)) return NO_ANSWER;
  const baselineMean = mean(main);
  const candidateMean = mean([...candidate]);
  const halves = halfDifferences(main, candidate);
  return {
    baseline_mean: baselineMean,
    candidate_mean: candidateMean,
    difference: differenceOf(baselineMean, candidateMean),
    outcome: outcome(baselineMean, candidateMean),
    superiority: superiority(main, candidate),
    placebo_outcome: isScored(placebo) ? outcome(baselineMean, mean([...placebo])) : null,
    baseline_variance: samples < 2 ? null : sampleVariance([...main]),
    candidate_variance: samples < 2 ? null : sampleVariance([...candidate]),
    first_half_difference: halves?.[0] ?? null,
    second_half_difference: halves?.[1] ?? null,
  };
}

/** The comparison of a candidate with the baseline at one state, from K draws of the candidate and 2K of the baseline. */
export function pairRow(
  state: State,
  bestQuality: number | null,
  samples: number,
  [baseline, candidate]: readonly [Side, Side],
): PairRow {
  const exactMeans = [baseline.exact.mean, candidate.exact.mean] as const;
  const masses = [baseline.exact.coveredMass, candidate.exact.coveredMass] as const;
  return {
    state_id: state.stateId,
    kind: state.kind,
    baseline: baseline.name,
    candidate: candidate.name,
    samples,
    ...compareDraws(baseline.qualities, candidate.qualities, samples),
    baseline_exact: exactMeans[0],
    candidate_exact: exactMeans[1],
    exact_outcome:
      exactMeans[0] === null || exactMeans[1] === null ? null : outcome(exactMeans[0], exactMeans[1], EXACT_TOLERANCE),
    covered_mass: masses[0] === null || masses[1] === null ? null : Math.min(masses[0], masses[1]),
    trajectory_id: state.trajectoryId,
    turn: state.turn,
    stage: state.stage,
    parent_state_id: state.injection?.parentStateId ?? null,
    baseline_covered_mass: masses[0],
    candidate_covered_mass: masses[1],
    best_quality: bestQuality,
    shrunk_difference: null,
    probability_better: null,
  };
}
