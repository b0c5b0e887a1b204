import { mersenne } from "pure-rand/generator/mersenne";

/** A stream of random numbers that Python can repeat. */
export interface MersenneTwister {
  /** The next 32 bits, an integer in [0, 2³²). */
  word(): number;
  /** The next multiple of 2⁻⁵³ in [0, 1): the upper 27 and 26 bits of two words. */
  uniform(): number;
}

/**
 * MT19937 (Matsumoto and Nishimura 1998) with the stream of numpy's `RandomState(seed)`: `word` is its next
 * `randint(0, 2**32, dtype=uint32)`, `uniform` its `random_sample()`. Throws a RangeError unless the seed is an
 * integer in [0, 2³²).
 *
 * @example mersenneTwister(1234).word() // 822569775
 */
export function mersenneTwister(seed: number): MersenneTwister {
  if (!Number.isInteger(seed) || seed < 0 || seed >= 2 ** 32) {
    throw new RangeError(`seed: expected an integer from 0 to 4294967295, got ${seed}`);
  }
  const generator = mersenne(seed);
  return {
    word: () => generator.next() >>> 0,
    uniform: () => ((generator.next() >>> 5) * 2 ** 26 + (generator.next() >>> 6)) / 2 ** 53,
  };
}
