import { type Rng, seedOf } from "../core/rng.js";
import type { MatchOutcome, PairRow, SampleRow } from "../core/rows.js";
import { RELABEL_ROUNDS, relabelledOutcomes } from "../stats/relabel.js";
import { blockOutcomes, curveSizes } from "../stats/win-share-curve.js";

/** Shares of win, tie and loss. */
export type OutcomeShares = Readonly<Record<MatchOutcome, number>>;

/** The outcome of one pair had only k draws of each policy been made, averaged over disjoint blocks of k draws. */
export interface CurvePoint {
  readonly k: number;
  readonly candidate: OutcomeShares;
  /** The baseline's second set of draws in the candidate's place; null where one of those has no quality. */
  readonly placebo: OutcomeShares | null;
}

/** What the draws behind the pairs of one trajectory say beyond their means; null where a draw has no quality. */
export interface UnitDraws {
  /** The outcome under each of `RELABEL_ROUNDS` relabellings. */
  relabelled(pair: PairRow): Int8Array | null;
  curve(pair: PairRow): readonly CurvePoint[] | null;
}

function drawsKey(stateId: string, policy: string, set: SampleRow["sample_set"]): string {
  return `${set}\n${policy}\n${stateId}`;
}

/** Computed once for a pair, whichever probes ask. Relabelling is keyed by state and candidate. */
export function unitDraws({ samples }: { readonly samples: readonly SampleRow[] }, rng: Rng): UnitDraws {
  const qualities = new Map<string, (number | null)[]>();
  for (const { state_id, policy, sample_set, quality } of samples) {
    const key = drawsKey(state_id, policy, sample_set);
    const known = qualities.get(key);
    if (known === undefined) qualities.set(key, [quality]);
    else known.push(quality);
  }
  const scored = (pair: PairRow, policy: string, set: SampleRow["sample_set"]): readonly number[] | null => {
    const found = qualities.get(drawsKey(pair.state_id, policy, set)) ?? [];
    return found.includes(null) || found.length === 0 ? null : (found as readonly number[]);
  };
  const relabelledOf = new Map<PairRow, Int8Array | null>();
  const relabel = (pair: PairRow): Int8Array | null => {
    const baseline = scored(pair, pair.baseline, "main");
    const candidate = scored(pair, pair.candidate, "main");
    if (pair.outcome === null || baseline === null || candidate === null) return null;
    const seed = seedOf(rng.child("relabel", pair.state_id, pair.candidate));
    return relabelledOutcomes(baseline, candidate, RELABEL_ROUNDS, seed);
  };
  return {
    relabelled(pair) {
      if (!relabelledOf.has(pair)) relabelledOf.set(pair, relabel(pair));
      return relabelledOf.get(pair) ?? null;
    },
    curve(pair) {
      const baseline = scored(pair, pair.baseline, "main");
      const candidate = scored(pair, pair.candidate, "main");
      const placebo = scored(pair, pair.baseline, "placebo");
      if (pair.outcome === null || baseline === null || candidate === null) return null;
      return curveSizes(pair.samples).map((k) => ({
        k,
        candidate: blockOutcomes(baseline, candidate, k),
        placebo: placebo === null ? null : blockOutcomes(baseline, placebo, k),
      }));
    },
  };
}
