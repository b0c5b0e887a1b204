import { describe, expect, it } from "vitest";
import { exactQuality } from "../../src/stats/exact-quality.js";

describe("the exact quality", () => {
  it("is the mean over the actions, given that the policy says one of them", () => {
    // (.6 · 1 + .2 · 0) / .8
    expect(exactQuality([0.6, 0.2], [1, 0]).mean).toBeCloseTo(0.75, 15);
    expect(exactQuality([0.6, 0.2], [1, 0]).coveredMass).toBeCloseTo(0.8, 15);
  });

  it("of a policy that always says one action is the quality of that action", () => {
    expect(exactQuality([0, 1, 0], [0.1, 0.7, 0.2])).toEqual({ mean: 0.7, coveredMass: 1 });
  });

  it("has no answer for a policy that never says any of them, nor for no actions", () => {
    expect(exactQuality([0, 0], [1, 0])).toEqual({ mean: null, coveredMass: 0 });
    expect(exactQuality([], [])).toEqual({ mean: null, coveredMass: null });
  });
});
