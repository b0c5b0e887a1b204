import { mersenneTwister } from "../../src/stats/mersenne-twister.js";

/** Seeded draws, in one order: each simulation has a stream of its own. */
export interface RandomNumbers {
  uniform(): number;
  /** Standard normal (Box and Muller 1958). */
  normal(): number;
  /** An integer in [0, count). */
  below(count: number): number;
}

export function randomNumbers(seed: number): RandomNumbers {
  const { uniform } = mersenneTwister(seed);
  return {
    uniform,
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
    below: (count) => Math.floor(uniform() * count),
  };
}
