import { EQUALITY_TOLERANCE } from "./outcome.js";

/**
 * Chance that one draw of the candidate beats one of the baseline, ties counting half: the mean over all pairs of
 * 1[c > b] + ½ · 1[c = b], equal within the tolerance of `outcome` (Mann–Whitney U over its pairs). Its expectation does
 * not depend on the number of samples; the two lists may differ in length. Throws a RangeError on an empty list.
 *
 * @example superiority([0, 0.5], [0.5, 1]) // 0.875: three of four pairs won, one tied
 */
export function superiority(baseline: readonly number[], candidate: readonly number[]): number {
  if (baseline.length === 0 || candidate.length === 0) throw new RangeError("superiority of no samples");
  const rivals = Float64Array.from(baseline).sort();
  let below = 0;
  let upTo = 0;
  let halves = 0;
  for (const own of Float64Array.from(candidate).sort()) {
    while (below < rivals.length && own - (rivals[below] ?? 0) > EQUALITY_TOLERANCE) below += 1;
    while (upTo < rivals.length && own - (rivals[upTo] ?? 0) >= -EQUALITY_TOLERANCE) upTo += 1;
    halves += below + upTo;
  }
  return halves / (2 * baseline.length * candidate.length);
}
