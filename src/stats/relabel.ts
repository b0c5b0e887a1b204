import { quantileSorted } from "simple-statistics";
import { mersenneTwister } from "./mersenne-twister.js";
import { EQUALITY_TOLERANCE } from "./outcome.js";

/** Relabellings behind a permutation test. */
export const RELABEL_ROUNDS = 999;

/**
 * Outcomes of one state if the labels of its draws meant nothing: each round calls a random half of the 2K pooled
 * draws the candidate's and compares the two means as `outcome` does; 1 is a win, 0 a tie, −1 a loss. The half is the
 * front of a Fisher–Yates shuffle of baseline then candidate, begun afresh each round: for i < K swap place i with
 * place i + ⌊word · (2K − i) / 2³²⌋, one word of `mersenneTwister(seed)` each, in numpy `RandomState(seed).randint(0,
 * 2**32, size=(rounds, K), dtype=numpy.uint32)`. Draws that are all equal give ties, and nothing is drawn. Throws a
 * RangeError unless both lists have the same length of at least 1.
 */
export function relabelledOutcomes(
  baseline: readonly number[],
  candidate: readonly number[],
  rounds: number,
  seed: number,
): Int8Array {
  const samples = baseline.length;
  if (samples === 0 || candidate.length !== samples) {
    throw new RangeError(`draws: expected two lists of one length, got ${samples} and ${candidate.length}`);
  }
  const pooled = Float64Array.from([...baseline, ...candidate]);
  const outcomes = new Int8Array(rounds);
  if (pooled.every((value) => value === pooled[0])) return outcomes;
  const total = pooled.reduce((sum, value) => sum + value, 0);
  const { word } = mersenneTwister(seed);
  const shuffled = new Float64Array(pooled.length);
  for (let round = 0; round < rounds; round += 1) {
    for (let at = 0; at < shuffled.length; at += 1) shuffled[at] = pooled[at] as number;
    let sum = 0;
    for (let at = 0; at < samples; at += 1) {
      // `| 0` is floor here, at half the time.
      const other = at + (((word() * (shuffled.length - at)) / 2 ** 32) | 0);
      sum += shuffled[other] as number;
      shuffled[other] = shuffled[at] as number;
    }
    const difference = (2 * sum - total) / samples;
    if (Math.abs(difference) > EQUALITY_TOLERANCE) outcomes[round] = difference > 0 ? 1 : -1;
  }
  return outcomes;
}

/** Where the observed wins lie among those of relabelled draws. */
export interface RelabelResult {
  /** Two-sided: min(1, 2 · min(1 + #{null ≥ observed}, 1 + #{null ≤ observed}) / (rounds + 1)). */
  readonly pValue: number;
  readonly meanWins: number;
  /** The 2.5 % quantile, linear between order statistics. */
  readonly lowWins: number;
  /** The 97.5 % quantile. */
  readonly highWins: number;
}

/**
 * Permutation test of wins (or any count or share) against those of relabelled draws, one a round (Phipson and Smyth
 * 2010: p is never 0). Throws a RangeError without rounds.
 *
 * @example relabelTest(4, [1, 2, 3]) // { pValue: 0.5, meanWins: 2, lowWins: 1.05, highWins: 2.95 }
 */
export function relabelTest(observedWins: number, nullWins: ArrayLike<number>): RelabelResult {
  const sorted = Array.from(nullWins).sort((a, b) => a - b);
  if (sorted.length === 0) throw new RangeError("relabelled wins: expected at least 1 round, got 0");
  const above = sorted.filter((wins) => wins >= observedWins).length;
  const below = sorted.filter((wins) => wins <= observedWins).length;
  return {
    pValue: Math.min(1, (2 * (1 + Math.min(above, below))) / (sorted.length + 1)),
    meanWins: sorted.reduce((sum, wins) => sum + wins, 0) / sorted.length,
    lowWins: quantileSorted(sorted, 0.025),
    highWins: quantileSorted(sorted, 0.975),
  };
}
