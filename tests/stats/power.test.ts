import { describe, expect, it } from "vitest";
import { minimumDetectableEffect, plannedStandardError, requiredObservations, toHalve } from "../../src/stats/power.js";

const miller = { betweenVariance: 1 / 9, noiseVarianceA: 1 / 6, noiseVarianceB: 1 / 6 };
const noiseless = { betweenVariance: 1 / 9, noiseVarianceA: 0, noiseVarianceB: 0, samplesA: 1, samplesB: 1 };

describe("the minimum detectable effect", () => {
  it("is 2.8015852 standard errors (facts 1.3)", () => {
    expect(minimumDetectableEffect(1, Infinity).toFixed(7)).toBe("2.8015852");
    expect((minimumDetectableEffect(1, Infinity) ** 2).toFixed(7)).toBe("7.8488797");
    expect(minimumDetectableEffect(0, Infinity)).toBe(0);
  });

  it("takes t for z where the standard error comes from few clusters", () => {
    // Tables of t on 9 degrees of freedom: .975 at 2.262157, .8 at .883404.
    expect(minimumDetectableEffect(1, 9)).toBeCloseTo(2.262157 + 0.883404, 5);
  });

  it("is Miller's at 198 states, K = 1 and 10 (facts 1.3)", () => {
    const effectAt = (samples: number): number =>
      minimumDetectableEffect(
        plannedStandardError({ ...miller, samplesA: samples, samplesB: samples, states: 198 }),
        Infinity,
      );
    expect(effectAt(1).toFixed(6)).toBe("0.132733");
    expect(effectAt(10).toFixed(6)).toBe("0.075670");
  });
});

describe("the states required", () => {
  it("are Miller's for an effect of .03 (facts 1.3)", () => {
    expect(requiredObservations({ ...noiseless, effect: 0.03 }).toFixed(3)).toBe("968.997");
    const at = (samples: number): string =>
      requiredObservations({ ...miller, samplesA: samples, samplesB: samples, effect: 0.03 }).toFixed(2);
    expect(at(1)).toBe("3875.99");
    expect(at(10)).toBe("1259.70");
  });

  it("find exactly the effect they were planned for", () => {
    const plan = { ...miller, samplesA: 3, samplesB: 5 };
    const states = requiredObservations({ ...plan, effect: -0.07 });
    expect(minimumDetectableEffect(plannedStandardError({ ...plan, states }), Infinity)).toBeCloseTo(0.07, 14);
  });

  it("do not exist for no effect", () => {
    expect(() => requiredObservations({ ...noiseless, effect: 0 })).toThrow(
      "effect: expected a number other than 0, got 0",
    );
  });
});

describe("what halves the interval", () => {
  // SE² = .01, of which 3.6 / (4 · 100) = .009 is sampling noise; .0025 − .001 = .0015 may remain: 3.6 / (.0015 ·
  // 100) = 24.
  it("is three times the states again, or more samples", () => {
    expect(toHalve({ standardError: 0.1, states: 100, samples: 4, noise: 3.6 })).toEqual({
      states: 300,
      samples: 24,
      reason: null,
    });
  });

  it("rounds samples up to what is enough", () => {
    const { samples } = toHalve({ standardError: 0.1, states: 100, samples: 4, noise: 3.5 });
    const varianceAt = (count: number): number => 0.01 - 3.5 / 400 + 3.5 / (count * 100);
    expect(samples).toBe(28);
    expect(varianceAt(28)).toBeLessThanOrEqual(0.0025);
    expect(varianceAt(27)).toBeGreaterThan(0.0025);
  });

  // Sampling noise is .003 of .01; all of it gone leaves .007.
  it("is no number of samples where states make up more than a quarter, and says so", () => {
    expect(toHalve({ standardError: 0.1, states: 100, samples: 4, noise: 1.2 })).toEqual({
      states: 300,
      samples: null,
      reason: "sampling is 30.0 % of the squared standard error: halving it takes more than 75 %",
    });
    // At exactly 75 % it would take infinitely many.
    expect(toHalve({ standardError: 0.5, states: 4, samples: 1, noise: 0.75 }).samples).toBeNull();
  });

  it("is nothing for a point", () => {
    expect(toHalve({ standardError: 0, states: 10, samples: 4, noise: 0 })).toEqual({
      states: 30,
      samples: null,
      reason: "the interval is a point already",
    });
  });
});
