import normalQuantile from "@stdlib/stats-base-dists-normal-quantile";
import { CONFIDENCE, type Interval } from "./estimate.js";

/**
 * Wilson's score interval of a share, `successes` of `trials` (Wilson 1927, JASA 22). It takes trials as independent.
 * Exactly 0 at the low end of no success, exactly 1 at the high end of no failure; null without trials.
 *
 * @example wilson(45, 100) // { low: 0.3561454…, high: 0.5475540… }
 */
export function wilson(successes: number, trials: number): Interval | null {
  if (trials === 0) return null;
  const z = normalQuantile((1 + CONFIDENCE) / 2, 0, 1);
  const share = successes / trials;
  const shrink = 1 + z ** 2 / trials;
  const centre = (share + z ** 2 / (2 * trials)) / shrink;
  const margin = (z / shrink) * Math.sqrt((share * (1 - share)) / trials + z ** 2 / (4 * trials ** 2));
  return { low: successes === 0 ? 0 : centre - margin, high: successes === trials ? 1 : centre + margin };
}
