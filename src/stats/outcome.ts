import type { MatchOutcome } from "../core/rows.js";

/** Qualities that differ by no more than this are equal: sums of the same numbers in another order must tie. */
export const EQUALITY_TOLERANCE = 1e-9;

/** Compares two mean qualities at one state, higher is better. */
export function outcome(baselineMean: number, candidateMean: number): MatchOutcome {
  const difference = candidateMean - baselineMean;
  if (Math.abs(difference) <= EQUALITY_TOLERANCE) return "tie";
  return difference > 0 ? "win" : "loss";
}
