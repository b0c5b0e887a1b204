import type { Rng } from "../../src/core/rng.js";

/** A stream whose number i is given; asking for more is an error. */
export function fixedRng(...uniforms: readonly number[]): Rng {
  return {
    key: "fixed",
    child: () => fixedRng(...uniforms),
    uniform: (index) => {
      const number = uniforms[index];
      if (number === undefined) throw new RangeError(`number ${index} was not expected to be drawn`);
      return number;
    },
  };
}
