import normalCdf from "@stdlib/stats-base-dists-normal-cdf";
import normalQuantile from "@stdlib/stats-base-dists-normal-quantile";
import { quantileSorted } from "simple-statistics";
import type { ClusterSum } from "./cluster-sums.js";
import { CONFIDENCE } from "./estimate.js";

/** Ends of a bootstrap interval, or why there are none. */
export interface BcaInterval {
  readonly low: number | null;
  readonly high: number | null;
  readonly note: string | null;
}

/** Estimates closer than this, relative to the mean absolute sum per observation, are the same number. */
const TIE = 1e-12;
/** Below this many clusters bootstrap intervals cover clearly less than they claim (`npm run validate`). */
const FEW_CLUSTERS = 20;

/**
 * Bias-corrected and accelerated bootstrap interval (Efron 1987, JASA 82) of the mean Σ sum / Σ count, resampling
 * clusters: z₀ = Φ⁻¹(share of resampled means below the mean, ties counting half), acceleration by the jackknife over
 * clusters, a = Σ(j̄ − jᵢ)³ / 6(Σ(j̄ − jᵢ)²)^1.5, quantiles linear between order statistics. No interval with fewer
 * than two clusters, without spread, or where every resample lies on one side.
 *
 * @param resamples rows of indices into `totals`, of `clusterResamples`; throws a RangeError unless the rows are whole
 */
export function bcaInterval(totals: readonly ClusterSum[], resamples: Uint32Array): BcaInterval {
  if (totals.length < 2)
    return none(`only ${totals.length} cluster${totals.length === 1 ? "" : "s"}: needs at least 2`);
  if (resamples.length === 0 || resamples.length % totals.length !== 0) {
    throw new RangeError(`resamples: expected rows of ${totals.length} clusters, got ${resamples.length} indices`);
  }
  const counts = Float64Array.from(totals, ({ count }) => count);
  const sums = Float64Array.from(totals, ({ sum, carry }) => sum + carry);
  const means = resampledMeans(counts, sums, resamples);
  const count = total(counts);
  const mean = total(sums) / count;
  const tie = (TIE * total(sums.map(Math.abs))) / count;
  const acceleration = accelerationOf(counts, sums, tie);
  if (acceleration === null || (means[means.length - 1] ?? 0) - (means[0] ?? 0) <= tie) {
    return none("no spread between clusters: no bootstrap interval");
  }
  const shift = normalQuantile(shareBelow(means, mean, tie), 0, 1);
  if (!Number.isFinite(shift)) return none("every resample lies on one side of the estimate: no bootstrap interval");
  const levels = [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2].map((level) => {
    const z = shift + normalQuantile(level, 0, 1);
    return 1 - acceleration * z > 0 ? normalCdf(shift + z / (1 - acceleration * z), 0, 1) : null;
  });
  const [low, high] = levels;
  if (low == null || high == null) return none("the acceleration is too large: no bootstrap interval");
  const sorted = Array.from(means);
  const few = `fewer than ${FEW_CLUSTERS} clusters: the interval covers less than it claims`;
  return {
    low: quantileSorted(sorted, low),
    high: quantileSorted(sorted, high),
    note: totals.length < FEW_CLUSTERS ? few : null,
  };
}

function none(note: string): BcaInterval {
  return { low: null, high: null, note };
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** In ascending order. */
function resampledMeans(counts: Float64Array, sums: Float64Array, resamples: Uint32Array): Float64Array {
  const clusters = counts.length;
  const means = new Float64Array(resamples.length / clusters);
  for (let row = 0; row < means.length; row += 1) {
    let count = 0;
    let sum = 0;
    for (let at = row * clusters; at < (row + 1) * clusters; at += 1) {
      const cluster = resamples[at] as number;
      count += counts[cluster] as number;
      sum += sums[cluster] as number;
    }
    means[row] = sum / count;
  }
  return means.sort();
}

function shareBelow(means: Float64Array, mean: number, tie: number): number {
  let halves = 0;
  for (const one of means) {
    if (mean - one > tie) halves += 2;
    else if (one - mean <= tie) halves += 1;
  }
  return halves / (2 * means.length);
}

/** Null where leaving out any cluster changes nothing. */
function accelerationOf(counts: Float64Array, sums: Float64Array, tie: number): number | null {
  const count = total(counts);
  const sum = total(sums);
  const without = sums.map((own, cluster) => (sum - own) / (count - (counts[cluster] as number)));
  const centre = total(without) / without.length;
  let squares = 0;
  let cubes = 0;
  let largest = 0;
  for (const one of without) {
    squares += (centre - one) ** 2;
    cubes += (centre - one) ** 3;
    largest = Math.max(largest, Math.abs(centre - one));
  }
  return largest <= tie ? null : cubes / (6 * squares ** 1.5);
}
