import { describe, expect, it } from "vitest";
import { benjaminiHochberg } from "../../src/stats/benjamini-hochberg.js";

function rounded(values: readonly (number | null)[]): readonly (number | null)[] {
  return values.map((value) => (value === null ? null : Number(value.toFixed(12))));
}

describe("Benjamini and Hochberg's adjustment", () => {
  // Sorted .005, .01, .03, .04: 4 · .005 / 1 = .02; 4 · .01 / 2 = .02; 4 · .03 / 3 = .04; 4 · .04 / 4 = .04.
  it("is that of statsmodels (facts 1.9), in the order given", () => {
    expect(rounded(benjaminiHochberg([0.01, 0.04, 0.03, 0.005]))).toEqual([0.02, 0.04, 0.04, 0.02]);
  });

  it("does not count what has no test", () => {
    expect(rounded(benjaminiHochberg([null, 0.01, 0.04, null, 0.03, 0.005]))).toEqual([
      null,
      0.02,
      0.04,
      null,
      0.04,
      0.02,
    ]);
    expect(benjaminiHochberg([null, null])).toEqual([null, null]);
    expect(benjaminiHochberg([])).toEqual([]);
  });

  it("leaves a single p-value as it is, gives ties one value and ends at 1", () => {
    expect(benjaminiHochberg([0.3])).toEqual([0.3]);
    expect(rounded(benjaminiHochberg([0.02, 0.5, 0.02]))).toEqual([0.03, 0.5, 0.03]);
    expect(benjaminiHochberg([1, 0.9, 1])).toEqual([1, 1, 1]);
    expect(benjaminiHochberg([0, 1])).toEqual([0, 1]);
  });

  it("is never below the p-value and keeps its order", () => {
    const pValues = Array.from({ length: 101 }, (_, index) => ((index * 37) % 101) / 101);
    const adjusted = benjaminiHochberg(pValues);
    pValues.forEach((p, at) => {
      expect(adjusted[at]).toBeGreaterThanOrEqual(p);
      pValues.forEach((other, beside) => {
        if (other < p) expect(adjusted[beside]).toBeLessThanOrEqual(adjusted[at] as number);
      });
    });
  });

  it.each([Number.NaN, -0.1, 1.1])("refuses the p-value %s", (p) => {
    expect(() => benjaminiHochberg([0.5, p])).toThrow(`p-value 1: expected a number from 0 to 1, got ${p}`);
  });
});
