import type { MatchOutcome } from "../core/rows.js";
import type { ExplorerPair, ExplorerState } from "../report/report-data.js";

/** Exact qualities closer than this are equal: models compute their probabilities in single precision. */
const EXACT_TOLERANCE = 1e-6;

/** Who is better at a state, and by how much. */
export interface PairResult {
  readonly difference: number | null;
  readonly outcome: MatchOutcome | null;
  /** By the policies' own probabilities; else by what they drew. */
  readonly isExact: boolean;
}

/** What the page goes by wherever it says one thing of a state: exact where both qualities are, else the draws. */
export function resultOf(state: ExplorerState, candidate: string): PairResult {
  const pair = state.pairs.find((one) => one.candidate === candidate);
  if (pair === undefined) return { difference: null, outcome: null, isExact: false };
  return exactResult(pair) ?? { difference: pair.difference, outcome: pair.outcome, isExact: false };
}

/** Null where an exact quality is not known. */
export function exactResult({ baselineExact, candidateExact }: ExplorerPair): PairResult | null {
  if (baselineExact === null || candidateExact === null) return null;
  const difference = candidateExact - baselineExact;
  if (Math.abs(difference) <= EXACT_TOLERANCE) return { difference, outcome: "tie", isExact: true };
  return { difference, outcome: difference > 0 ? "win" : "loss", isExact: true };
}
