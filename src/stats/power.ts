import normalQuantile from "@stdlib/stats-base-dists-normal-quantile";
import tQuantile from "@stdlib/stats-base-dists-t-quantile";
import { CONFIDENCE } from "./estimate.js";

/** Chance that a study of the planned size finds the effect it is planned for. */
const POWER = 0.8;

/** z.975 + z.8 = 2.8015852…: standard errors between 0 and an effect found with 80 % power at two-sided 5 %; t for z. */
function standardErrorsApart(degreesOfFreedom: number): number {
  return [(1 + CONFIDENCE) / 2, POWER]
    .map((level) => (degreesOfFreedom === Infinity ? normalQuantile(level, 0, 1) : tQuantile(level, degreesOfFreedom)))
    .reduce((sum, quantile) => sum + quantile, 0);
}

/**
 * Smallest true effect that a study with this standard error finds with 80 % power at two-sided 5 % (Bloom 1995).
 *
 * @param degreesOfFreedom clusters − 1 where the standard error is estimated from few of them; Infinity is the normal limit
 */
export function minimumDetectableEffect(standardError: number, degreesOfFreedom: number): number {
  return standardErrorsApart(degreesOfFreedom) * standardError;
}

/** A comparison to be planned: variances as `varianceComponents` gives them, per policy. */
export interface Plan {
  /** ω². */
  readonly betweenVariance: number;
  /** s² of one draw. */
  readonly noiseVarianceA: number;
  readonly noiseVarianceB: number;
  readonly samplesA: number;
  readonly samplesB: number;
}

/**
 * States needed to find `effect` with 80 % power at two-sided 5 %, not rounded (Miller 2024, arXiv 2411.00640):
 * (z.975 + z.8)² (ω² + s²_A / K_A + s²_B / K_B) / effect². States as if independent: multiply by the design effect
 * else. Throws a RangeError on effect 0.
 */
export function requiredObservations(plan: Plan & { readonly effect: number }): number {
  if (!(Math.abs(plan.effect) > 0)) throw new RangeError(`effect: expected a number other than 0, got ${plan.effect}`);
  return (standardErrorsApart(Infinity) ** 2 * varianceOfDifference(plan)) / plan.effect ** 2;
}

/** √((ω² + s²_A / K_A + s²_B / K_B) / n), of n independent states; `minimumDetectableEffect` of it, in the normal limit, is Miller's. */
export function plannedStandardError(plan: Plan & { readonly states: number }): number {
  return Math.sqrt(varianceOfDifference(plan) / plan.states);
}

function varianceOfDifference({ betweenVariance, noiseVarianceA, noiseVarianceB, samplesA, samplesB }: Plan): number {
  return betweenVariance + noiseVarianceA / samplesA + noiseVarianceB / samplesB;
}

/** A mean difference as measured. */
export interface Measured {
  readonly standardError: number;
  readonly states: number;
  /** K. */
  readonly samples: number;
  /** Mean over states of s²_baseline + s²_candidate. */
  readonly noise: number;
}

/** What would halve the interval, one or the other. */
export interface Purchase {
  /** Further states like these, from further trajectories like these. */
  readonly states: number;
  /** Samples at each of these states, in all; null when no number is enough, and `reason` says why. */
  readonly samples: number | null;
  readonly reason: string | null;
}

/**
 * What halves the interval of a mean difference: three times as many states again, or K′ samples with SE² − noise /
 * (K n) + noise / (K′ n) = SE² / 4, rounded up. Sampling noise is independent between states, so this holds with
 * clustered states too.
 *
 * @example
 * toHalve({ standardError: 0.1, states: 100, samples: 4, noise: 3.6 }) // { states: 300, samples: 24, reason: null }
 */
export function toHalve({ standardError, states, samples, noise }: Measured): Purchase {
  const further = 3 * states;
  const variance = standardError ** 2;
  if (variance === 0) return { states: further, samples: null, reason: "the interval is a point already" };
  const fromNoise = noise / (samples * states);
  const wanted = fromNoise - 0.75 * variance;
  if (wanted <= 0) {
    const percent = ((100 * fromNoise) / variance).toFixed(1);
    const reason = `sampling is ${percent} % of the squared standard error: halving it takes more than 75 %`;
    return { states: further, samples: null, reason };
  }
  // A hair less than the ratio, so that rounding error buys no further sample.
  const ratio = (noise / states / wanted) * (1 - 1e-12);
  return { states: further, samples: Math.ceil(ratio), reason: null };
}
