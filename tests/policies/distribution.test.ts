import { describe, expect, it } from "vitest";
import type { Decoding } from "../../src/core/policy.js";
import { distribution } from "../../src/policies/distribution.js";

const plain: Decoding = { temperature: 1, topK: 0, topP: 1, maxTokens: 1 };
/** Logits of the probabilities 0.1, 0.2, 0.3, 0.4, shifted by 5: a shift changes nothing. */
const logits = Float32Array.from([0.1, 0.2, 0.3, 0.4], (p) => Math.log(p) + 5);

function drawn(decoding: Partial<Decoding>): number[] {
  const here = distribution(logits, { ...plain, ...decoding });
  return [0, 1, 2, 3].map((token) => Math.exp(here.drawLogProb(token)));
}

describe("distribution", () => {
  it("gives the full distribution at temperature 1 as log-probability, whatever the decoding", () => {
    const here = distribution(logits, { ...plain, temperature: 0.3, topK: 1 });
    for (const [token, p] of [0.1, 0.2, 0.3, 0.4].entries()) expect(Math.exp(here.logProb(token))).toBeCloseTo(p, 6);
  });

  it("divides logits by the temperature before it draws", () => {
    // p^(1/T) at T = ½: .01, .04, .09, .16, sum .30
    for (const [token, p] of [1 / 30, 4 / 30, 9 / 30, 16 / 30].entries()) {
      expect(drawn({ temperature: 0.5 })[token]).toBeCloseTo(p, 6);
    }
  });

  it("keeps the k most probable tokens and renormalises", () => {
    expect(drawn({ topK: 2 })[0]).toBe(0);
    expect(drawn({ topK: 2 })[2]).toBeCloseTo(3 / 7, 6);
    expect(drawn({ topK: 2 })[3]).toBeCloseTo(4 / 7, 6);
  });

  it("keeps the fewest tokens that hold the mass of top-p", () => {
    // .4 + .3 = .7 reaches .65 but not .75
    expect(drawn({ topP: 0.65 }).map((p) => p > 0)).toEqual([false, false, true, true]);
    expect(drawn({ topP: 0.75 }).map((p) => p > 0)).toEqual([false, true, true, true]);
  });

  it("applies top-p to what top-k left", () => {
    // Of .4 and .3 the first has 4/7 = .571
    expect(drawn({ topK: 2, topP: 0.57 }).map((p) => p > 0)).toEqual([false, false, false, true]);
  });

  it("breaks ties of truncation by token id", () => {
    const tied = distribution(new Float32Array(4), { ...plain, topK: 2 });
    expect([0, 1, 2, 3].map((token) => Math.exp(tied.drawLogProb(token)))).toEqual([0.5, 0.5, 0, 0]);
  });

  it("is greedy at temperature 0: the best token, the first of equals", () => {
    expect(distribution(logits, { ...plain, temperature: 0 }).draw(0)).toBe(3);
    const tied = distribution(Float32Array.of(1, 2, 2), { ...plain, temperature: 0 });
    expect(tied.draw(0.999)).toBe(1);
    expect(tied.drawLogProb(1)).toBe(0);
    expect(tied.drawLogProb(2)).toBe(-Infinity);
  });

  it("draws the token whose part of the cumulative distribution holds the uniform", () => {
    // Cumulative: .1, .3, .6, 1
    const here = distribution(logits, plain);
    expect([0, 0.0999, 0.1001, 0.2999, 0.3001, 0.5999, 0.6001, 1 - 2 ** -53].map((u) => here.draw(u))).toEqual([
      0, 0, 1, 1, 2, 2, 3, 3,
    ]);
  });

  it("is greedy, not broken, at a temperature that would overflow", () => {
    const here = distribution(logits, { ...plain, temperature: 1e-310 });
    expect([here.draw(0), here.draw(0.999)]).toEqual([3, 3]);
    expect(here.drawLogProb(3)).toBe(0);
  });

  it("never draws a token without mass, at either end", () => {
    const here = distribution(Float32Array.of(-Infinity, 0, 0, -Infinity), plain);
    expect([0, 0.4999, 0.5001, 1 - 2 ** -53].map((u) => here.draw(u))).toEqual([1, 1, 2, 2]);
  });
});
