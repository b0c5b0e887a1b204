import type { MatchOutcome } from "../core/rows.js";

/** Qualities that differ by no more than this are equal: sums of the same numbers in another order must tie. */
export const EQUALITY_TOLERANCE = 1e-9;

/** The same of means over probabilities that models compute in single precision: one model must tie with itself. */
export const EXACT_TOLERANCE = 1e-6;

/** Compares two mean qualities at one state, higher is better. */
export function outcome(baselineMean: number, candidateMean: number, tolerance = EQUALITY_TOLERANCE): MatchOutcome {
  const difference = candidateMean - baselineMean;
  if (Math.abs(difference) <= tolerance) return "tie";
  return difference > 0 ? "win" : "loss";
}

/**
 * A difference of means with what is only rounding taken as 0, so that where `outcome` says tie there is none.
 *
 * @example differenceOf(0.3 - 0.2, 0.2 - 0.1) // 0
 */
export function differenceOf(before: number, after: number, tolerance = EQUALITY_TOLERANCE): number {
  const difference = after - before;
  return Math.abs(difference) <= tolerance ? 0 : difference;
}
