import normalCdf from "@stdlib/stats-base-dists-normal-cdf";
import { mean as meanOf, sampleVariance } from "simple-statistics";

/** What one state's difference is believed to be, given all states. */
export interface Posterior {
  readonly mean: number;
  readonly probabilityPositive: number;
}

/** The fitted prior and the posterior it gives, or the reason why there is none. */
export type Shrinkage =
  | {
      readonly reason: null;
      /** Mean difference over states. */
      readonly mean: number;
      /** τ²: variance between states of the true differences. */
      readonly variance: number;
      /** Standard error of one state's difference, averaged as a variance. */
      readonly typicalNoise: number;
      posterior(difference: number, varianceOfMean: number): Posterior;
    }
  | { readonly reason: string; readonly posterior: null };

/**
 * Empirical Bayes with a normal prior and normal noise, fitted by moments: μ = mean d, τ² = var d − mean se² (Efron
 * and Morris 1975, JASA 70; Stephens 2017, Biostatistics 18, for P(D > 0)). A state's own se² is poor at small K and
 * often 0, so it is drawn to the mean: (se² (K − 1) + 2 mean se²) / (K + 1). There is no atom at 0: ties split
 * between the signs. No answer below two states, below two samples, or where the states differ by no more than noise
 * (τ² ≤ 0).
 *
 * @param differences mean difference of each state
 * @param variancesOfMean se² of each: (s²_baseline + s²_candidate) / K, sample variances
 * @param samples K
 */
export function shrinkage(
  differences: ArrayLike<number>,
  variancesOfMean: ArrayLike<number>,
  samples: number,
): Shrinkage {
  if (differences.length !== variancesOfMean.length) {
    throw new RangeError(
      `variances: expected one for each of ${differences.length} states, got ${variancesOfMean.length}`,
    );
  }
  if (differences.length < 2)
    return none(`only ${differences.length} state${differences.length === 1 ? "" : "s"}: needs at least 2`);
  if (samples < 2) return none("only 1 sample: the noise of a state needs at least 2");
  const observed = Array.from(differences);
  const mean = meanOf(observed);
  const noise = meanOf(Array.from(variancesOfMean));
  const variance = sampleVariance(observed) - noise;
  if (variance <= 0) return none("states differ by no more than sampling noise");
  return {
    reason: null,
    mean,
    variance,
    typicalNoise: Math.sqrt(noise),
    posterior(difference, varianceOfMean) {
      const pooled = (varianceOfMean * (samples - 1) + 2 * noise) / (samples + 1);
      const weight = variance / (variance + pooled);
      const centre = mean + weight * (difference - mean);
      const spread = Math.sqrt(weight * pooled);
      return { mean: centre, probabilityPositive: spread > 0 ? normalCdf(centre / spread, 0, 1) : step(centre) };
    },
  };
}

function none(reason: string): Shrinkage {
  return { reason, posterior: null };
}

function step(value: number): number {
  return value > 0 ? 1 : value < 0 ? 0 : 0.5;
}
