import { describe, expect, it } from "vitest";
import { mersenneTwister } from "../../src/stats/mersenne-twister.js";
import { type Posterior, type Shrinkage, shrinkage } from "../../src/stats/shrinkage.js";

type Fitted = Extract<Shrinkage, { readonly reason: null }>;

function fitted(differences: readonly number[], variances: readonly number[], samples: number): Fitted {
  const fit = shrinkage(differences, variances, samples);
  if (fit.reason !== null) throw new Error(fit.reason);
  return fit;
}

describe("shrinkage", () => {
  // Mean 0; var d = (4 + 0 + 4) / 2 = 4; mean se² = 1; τ² = 3. At K = 3 a state with se² = 1 keeps (2 + 2) / 4 = 1:
  // weight 3 / (3 + 1), posterior mean ¾ · 2 = 1.5, variance ¾, P = Φ(1.5 / √.75) = Φ(√3) = .9583677416…
  it("draws a state to the mean by its share of the noise", () => {
    const fit = fitted([-2, 0, 2], [1, 1, 1], 3);
    expect(fit).toMatchObject({ mean: 0, variance: 3, typicalNoise: 1 });
    const posterior = fit.posterior(2, 1);
    expect(posterior.mean).toBeCloseTo(1.5, 14);
    expect(posterior.probabilityPositive).toBeCloseTo(0.9583677416682248, 13);
    expect(fit.posterior(0, 1)).toEqual({ mean: 0, probabilityPositive: 0.5 });
  });

  // Facts 2.7: (se² (K − 1) + 2 mean se²) / (K + 1) at K = 4, se² 0 and 2 with mean 1: .4 and 1.6. τ² = 4 − 1 = 3:
  // 3 / 3.4 · 2 and 3 / 4.6 · 2.
  it("does not take a state without spread for certain", () => {
    const fit = fitted([-2, 0, 2], [0, 1, 2], 4);
    expect(fit.posterior(2, 0).mean).toBeCloseTo(6 / 3.4, 14);
    expect(fit.posterior(2, 2).mean).toBeCloseTo(6 / 4.6, 14);
    expect(fit.posterior(2, 0).probabilityPositive).toBeLessThan(1);
  });

  it("leaves differences without noise as they are", () => {
    const fit = fitted([-1, 0, 4], [0, 0, 0], 2);
    expect([4, 0, -1].map((difference) => fit.posterior(difference, 0))).toEqual([
      { mean: 4, probabilityPositive: 1 },
      { mean: 0, probabilityPositive: 0.5 },
      { mean: -1, probabilityPositive: 0 },
    ]);
  });

  it("mirrors with the roles", () => {
    const up = fitted([0.3, -0.1, 0.5, 0], [0.01, 0.02, 0.03, 0], 5).posterior(0.5, 0.03);
    const down = fitted([-0.3, 0.1, -0.5, 0], [0.01, 0.02, 0.03, 0], 5).posterior(-0.5, 0.03);
    expect(down.mean).toBeCloseTo(-up.mean, 14);
    expect(down.probabilityPositive).toBeCloseTo(1 - up.probabilityPositive, 14);
  });

  // Normal truths with mean .1 and standard deviation .2, normal noise of standard deviation .3: of 4,000 states, the
  // mean P(D > 0) must be Φ(.5) = .6915 and the states said to be positive with P near p must be so with that
  // frequency.
  it("gives probabilities that come true", () => {
    const { uniform } = mersenneTwister(1);
    const normal = (): number => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
    const truths = Array.from({ length: 4000 }, () => 0.1 + 0.2 * normal());
    const differences = truths.map((truth) => truth + 0.3 * normal());
    const variances = differences.map(() => 0.09);
    const fit = fitted(differences, variances, 16);
    const said = differences.map((difference): Posterior => fit.posterior(difference, 0.09));
    expect(said.reduce((sum, one) => sum + one.probabilityPositive, 0) / 4000).toBeCloseTo(0.6915, 1);
    for (const [low, high] of [
      [0.3, 0.5],
      [0.5, 0.7],
      [0.7, 0.9],
    ] as const) {
      const chosen = said.flatMap(({ probabilityPositive: p }, state) => (p >= low && p < high ? [{ p, state }] : []));
      const expected = chosen.reduce((sum, { p }) => sum + p, 0) / chosen.length;
      const true_ = chosen.filter(({ state }) => (truths[state] ?? 0) > 0).length / chosen.length;
      // Four standard errors.
      expect(Math.abs(true_ - expected)).toBeLessThan(4 * Math.sqrt(0.25 / chosen.length));
    }
  });

  it("has no answer without spread beyond noise, below two states or below two samples, and says why", () => {
    const spread = "states differ by no more than sampling noise";
    expect(shrinkage([0, 1], [1, 1], 4)).toEqual({ reason: spread, posterior: null });
    // var d = .5 and mean se² = .5: τ² = 0.
    expect(shrinkage([0, 1], [0.5, 0.5], 4)).toEqual({ reason: spread, posterior: null });
    expect(shrinkage([1], [0], 4)).toEqual({ reason: "only 1 state: needs at least 2", posterior: null });
    expect(shrinkage([0, 1], [0, 0], 1)).toEqual({
      reason: "only 1 sample: the noise of a state needs at least 2",
      posterior: null,
    });
    expect(() => shrinkage([0, 1], [0], 2)).toThrow("variances: expected one for each of 2 states, got 1");
  });
});
