import type { ClusterSum } from "./cluster-sums.js";
import { mersenneTwister } from "./mersenne-twister.js";

/** A p-value, or why there is none; a note beside a p-value says what it cannot show. */
export interface TestResult {
  readonly pValue: number | null;
  readonly note: string | null;
}

/** Up to so many clusters every choice of signs is counted. */
const EXACT_CLUSTERS = 12;
/** Random choices of signs beyond that. */
const SIGN_FLIPS = 9999;
/** Statistics closer than this, relative to the sum of absolute cluster sums, are equal. */
const TIE = 1e-12;
/** With fewer clusters that can change sign, 2 of 2^C choices are more than 5 %. */
export const CLUSTERS_FOR_FIVE_PERCENT = 6;

/**
 * Two-sided test that a mean over clusters is 0: each cluster's sum keeps or changes its sign as a whole, the
 * statistic is |Σ ε_c S_c| (Fisher 1935; Canay, Romano and Shaikh 2017, Econometrica 85). Up to 12 clusters p is the
 * share of all 2^C choices at least as large as the observed; beyond, (1 + those of 9,999 drawn) / 10,000. Bit i of
 * word w of a draw flips cluster 32w + i; ⌈C / 32⌉ words of `mersenneTwister(seed)` a draw, in numpy
 * `RandomState(seed).randint(0, 2**32, size=(9999, -(-C // 32)), dtype=numpy.uint32)`.
 */
export function signFlipTest(totals: readonly ClusterSum[], seed: number): TestResult {
  const sums = Float64Array.from(totals, ({ sum, carry }) => sum + carry);
  if (sums.length < 2) {
    return { pValue: null, note: `only ${sums.length} cluster${sums.length === 1 ? "" : "s"}: needs at least 2` };
  }
  const nonzero = sums.filter((sum) => sum !== 0).length;
  if (nonzero === 0) return { pValue: 1, note: "every cluster sums to 0" };
  const bound =
    Math.abs(sums.reduce((sum, one) => sum + one, 0)) - TIE * sums.reduce((sum, one) => sum + Math.abs(one), 0);
  const pValue = sums.length <= EXACT_CLUSTERS ? exactShare(sums, bound) : drawnShare(sums, bound, seed);
  const least = 2 ** (1 - nonzero);
  const note =
    nonzero < CLUSTERS_FOR_FIVE_PERCENT ? `only ${nonzero} nonzero cluster sums: p is at least ${least}` : null;
  return { pValue, note };
}

function exactShare(sums: Float64Array, bound: number): number {
  const choices = 2 ** sums.length;
  let reached = 0;
  for (let signs = 0; signs < choices; signs += 1) {
    let sum = 0;
    for (let cluster = 0; cluster < sums.length; cluster += 1) {
      const own = sums[cluster] as number;
      sum += (signs >>> cluster) & 1 ? -own : own;
    }
    if (Math.abs(sum) >= bound) reached += 1;
  }
  return reached / choices;
}

function drawnShare(sums: Float64Array, bound: number, seed: number): number {
  const { word } = mersenneTwister(seed);
  const signed = new Float64Array(2 * sums.length);
  sums.forEach((own, cluster) => {
    signed[2 * cluster] = own;
    signed[2 * cluster + 1] = -own;
  });
  let reached = 0;
  for (let draw = 0; draw < SIGN_FLIPS; draw += 1) {
    let sum = 0;
    for (let first = 0; first < sums.length; first += 32) {
      const flips = word();
      const end = Math.min(32, sums.length - first);
      for (let bit = 0; bit < end; bit += 1) sum += signed[2 * (first + bit) + ((flips >>> bit) & 1)] as number;
    }
    if (Math.abs(sum) >= bound) reached += 1;
  }
  return (1 + reached) / (1 + SIGN_FLIPS);
}
