import { describe, expect, it } from "vitest";
import { varianceComponents } from "../../src/stats/variance-components.js";

describe("variance components", () => {
  // var d = ½; .5 of noise a draw is .25 of the means of two: ω² = ¼.
  it("split the variance of the differences into states and draws", () => {
    expect(varianceComponents([0, 1], [0.5, 0.5], 2)).toEqual({ between: 0.25, noise: 0.5, note: null });
  });

  it("average noise over states that differ in it", () => {
    // var d = 1; mean noise (0 + 3 + 0) / 3 = 1, of which a quarter remains.
    expect(varianceComponents(Float64Array.of(1, 2, 3), [0, 3, 0], 4)).toEqual({ between: 0.75, noise: 1, note: null });
  });

  it("add up to the variance of the differences", () => {
    const differences = [0.1, 0.5, -0.25, 0.3, 0];
    const { between, noise } = varianceComponents(differences, [0.1, 0, 0.2, 0.05, 0.1], 7);
    // Mean .13; squares .0009 + .1369 + .1444 + .0289 + .0169 = .328, over 4.
    expect((between ?? 0) + (noise ?? 0) / 7).toBeCloseTo(0.082, 14);
  });

  it("give 0 where noise alone says more than was seen, and say so", () => {
    expect(varianceComponents([0, 1], [9, 9], 3)).toEqual({
      between: 0,
      noise: 9,
      note: "states differ by no more than sampling noise",
    });
  });

  it("do not exist below two states or two samples", () => {
    const nothing = { between: null, noise: null };
    expect(varianceComponents([1], [1], 4)).toEqual({ ...nothing, note: "only 1 state: needs at least 2" });
    expect(varianceComponents([], [], 4)).toEqual({ ...nothing, note: "only 0 states: needs at least 2" });
    const note = "only 1 sample: the noise of a state needs at least 2";
    expect(varianceComponents([0, 1], [0, 0], 1)).toEqual({ ...nothing, note });
    expect(() => varianceComponents([0, 1], [0], 2)).toThrow(RangeError);
  });
});
