import { describe, expect, it } from "vitest";
import { choose, keyedRng } from "../../src/core/rng.js";

describe("keyedRng", () => {
  it("gives the first 53 bits of SHA-256 of key and index", () => {
    // python: (int.from_bytes(sha256("7\x1fs\x1f0".encode()).digest()[:7], "big") >> 3) / 2**53
    expect(keyedRng("7").child("s").uniform(0)).toBe(0.19734158272581703);
    expect(keyedRng("7").child("s").uniform(1)).toBe(0.36827243582722036);
  });

  it("gives the same number whatever was drawn before", () => {
    const rng = keyedRng("a");
    const late = rng.uniform(5);
    rng.uniform(0);
    expect(rng.uniform(5)).toBe(late);
    expect(keyedRng(rng.child("b", 3).key).uniform(2)).toBe(rng.child("b").child(3).uniform(2));
  });

  it("is uniform: mean and variance of 20,000 numbers lie within four standard errors of 1/2 and 1/12", () => {
    const draws = Array.from({ length: 20_000 }, (_, index) => keyedRng("uniform").uniform(index));
    const mean = draws.reduce((sum, draw) => sum + draw, 0) / draws.length;
    const variance = draws.reduce((sum, draw) => sum + (draw - 0.5) ** 2, 0) / draws.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(4 * Math.sqrt(1 / 12 / draws.length));
    // Var((U − ½)²) = 1/80 − 1/144 = 1/180
    expect(Math.abs(variance - 1 / 12)).toBeLessThan(4 * Math.sqrt(1 / 180 / draws.length));
  });
});

describe("choose", () => {
  it("takes the item at the uniform's share of the list", () => {
    const fixed = { ...keyedRng(""), uniform: () => 0.5 };
    expect(choose(["a", "b", "c"], fixed)).toBe("b");
    expect(() => choose([], fixed)).toThrow("nothing to choose from");
  });
});
