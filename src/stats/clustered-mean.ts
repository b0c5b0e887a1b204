import tQuantile from "@stdlib/stats-base-dists-t-quantile";
import type { ClusterSum, ClusterSums } from "./cluster-sums.js";
import { type DoubleDouble, twoProduct, twoSum } from "./double-double.js";
import { CONFIDENCE, type Estimate } from "./estimate.js";

/**
 * Mean with the CR1 standard error sqrt(C/(C−1) · Σ_c (Σ_{i∈c} (yᵢ − ȳ))²) / n and t on C − 1 degrees of freedom, where
 * C counts clusters: `OLS(y ~ 1)` with `cov_type="cluster", use_t=True` in statsmodels. No observation: no estimate.
 * Fewer than two clusters: no interval. No spread between clusters: the interval is a point, and the note says so.
 */
export function clusteredMean(sums: ClusterSums): Estimate {
  const { observations, clusters } = sums;
  const shape = { method: "cr1-t", observations, clusters } as const;
  const unknown = { low: null, high: null, standardError: null };
  if (observations === 0) return { ...shape, ...unknown, estimate: null, note: "no observations" };
  const totals = sums.totals();
  const mean = meanOf(totals, observations);
  if (clusters < 2) {
    return { ...shape, ...unknown, estimate: mean.high, note: "only 1 cluster: an interval needs at least 2" };
  }
  const error = standardError(totals, observations, mean);
  const margin = tQuantile((1 + CONFIDENCE) / 2, clusters - 1) * error;
  const low = mean.high - margin;
  const high = mean.high + margin;
  const note = low === high ? "no spread between clusters: the interval is a point" : null;
  return { ...shape, estimate: mean.high, low, high, standardError: error, note };
}

function meanOf(totals: readonly ClusterSum[], observations: number): DoubleDouble {
  let total: DoubleDouble = { high: 0, low: 0 };
  for (const { sum, carry } of totals) {
    const next = twoSum(total.high, sum);
    total = twoSum(next.high, next.low + total.low + carry);
  }
  const quotient = total.high / observations;
  const product = twoProduct(quotient, observations);
  return twoSum(quotient, (total.high - product.high - product.low + total.low) / observations);
}

function standardError(totals: readonly ClusterSum[], observations: number, mean: DoubleDouble): number {
  let squares = 0;
  for (const { count, sum, carry } of totals) {
    const expected = twoProduct(count, mean.high);
    const residual = sum - expected.high + (carry - expected.low - count * mean.low);
    squares += residual ** 2;
  }
  return Math.sqrt((totals.length / (totals.length - 1)) * squares) / observations;
}
