import { sampleCorrelation, sampleCovariance } from "simple-statistics";
import { EQUALITY_TOLERANCE } from "./outcome.js";

/**
 * Mean difference candidate − baseline over the first ⌊K / 2⌋ draws of one state, and over the next ⌊K / 2⌋; an odd
 * last draw is left out. Null below two draws. Throws a RangeError unless the lists have one length.
 *
 * @example halfDifferences([0, 0, 0, 1], [1, 0, 1, 1]) // [0.5, 0.5]
 */
export function halfDifferences(
  baseline: readonly number[],
  candidate: readonly number[],
): readonly [number, number] | null {
  if (candidate.length !== baseline.length) {
    throw new RangeError(`draws: expected two lists of one length, got ${baseline.length} and ${candidate.length}`);
  }
  const half = Math.floor(baseline.length / 2);
  if (half === 0) return null;
  const differenceOf = (start: number): number => {
    let sum = 0;
    for (let at = start; at < start + half; at += 1) sum += (candidate[at] as number) - (baseline[at] as number);
    return sum / half;
  };
  return [differenceOf(0), differenceOf(half)];
}

/** How far two halves of the draws agree over states. */
export interface SplitHalf {
  /** Pearson's, of the halves. */
  readonly correlation: number | null;
  /** Of both halves together. */
  readonly reliability: number | null;
  /** Sample covariance of the halves: the variance of the true differences, their sampling noise being independent. */
  readonly covariance: number | null;
  readonly note: string | null;
}

/**
 * Correlation of two half-sample differences over states, and the reliability of both halves together by Spearman and
 * Brown (1910), 2r / (1 + r): at most 1, negative where r is, null at r = −1 within the tolerance of `outcome`.
 * Nothing below two states; no correlation where a half is the same at every state, within that tolerance. Throws a
 * RangeError unless the lists have one length.
 *
 * @example splitHalf([0, 1, 2], [0, 1, 1]).reliability // 0.9282032302755091
 */
export function splitHalf(first: ArrayLike<number>, second: ArrayLike<number>): SplitHalf {
  const x = Array.from(first);
  const y = Array.from(second);
  if (x.length !== y.length) {
    throw new RangeError(`halves: expected two lists of one length, got ${x.length} and ${y.length}`);
  }
  const nothing = { correlation: null, reliability: null, covariance: null };
  if (x.length < 2) return { ...nothing, note: `only ${x.length} state${x.length === 1 ? "" : "s"}: needs at least 2` };
  const covariance = sampleCovariance(x, y);
  if (isConstant(x) || isConstant(y)) {
    return { ...nothing, covariance, note: "a half has the same difference at every state: no correlation" };
  }
  const correlation = Math.max(-1, Math.min(1, sampleCorrelation(x, y)));
  if (1 + correlation <= EQUALITY_TOLERANCE)
    return { correlation, reliability: null, covariance, note: "the halves are opposite" };
  const note = correlation < 0 ? "the halves disagree: the differences are mostly sampling noise" : null;
  return { correlation, reliability: spearmanBrown(correlation), covariance, note };
}

/**
 * Reliability of twice as many draws, from the correlation r > −1 of two halves.
 *
 * @example spearmanBrown(0.5) // 0.6666666666666666
 */
export function spearmanBrown(correlation: number): number {
  return (2 * correlation) / (1 + correlation);
}

function isConstant(values: readonly number[]): boolean {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return most - least <= EQUALITY_TOLERANCE;
}
