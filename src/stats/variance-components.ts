import { mean, sampleVariance } from "simple-statistics";

/** Where the variance of the states' differences comes from. */
export interface VarianceComponents {
  /** ω²: variance of the true differences between states; null when it cannot be told. */
  readonly between: number | null;
  /**
   * Mean over states of s²_baseline + s²_candidate, the noise of one draw of each; divide by K for that of the means.
   */
  readonly noise: number | null;
  readonly note: string | null;
}

/**
 * Var(d) = ω² + (s²_A + s²_B) / K (Miller 2024, arXiv 2411.00640): more states shrink the sum, more samples its
 * second term alone. A negative estimate of ω² is given as 0, with a note. Nothing below two states or two samples.
 *
 * @param differences mean difference of each state
 * @param noiseVariances s²_A + s²_B of each, sample variances over draws
 * @param samples K
 * @example varianceComponents([0, 1], [0.5, 0.5], 2) // { between: 0.25, noise: 0.5, note: null }
 */
export function varianceComponents(
  differences: ArrayLike<number>,
  noiseVariances: ArrayLike<number>,
  samples: number,
): VarianceComponents {
  if (differences.length !== noiseVariances.length) {
    throw new RangeError(
      `variances: expected one for each of ${differences.length} states, got ${noiseVariances.length}`,
    );
  }
  const nothing = { between: null, noise: null };
  if (differences.length < 2)
    return {
      ...nothing,
      note: `only ${differences.length} state${differences.length === 1 ? "" : "s"}: needs at least 2`,
    };
  if (samples < 2) return { ...nothing, note: "only 1 sample: the noise of a state needs at least 2" };
  const noise = mean(Array.from(noiseVariances));
  const between = sampleVariance(Array.from(differences)) - noise / samples;
  if (between >= 0) return { between, noise, note: null };
  return { between: 0, noise, note: "states differ by no more than sampling noise" };
}
