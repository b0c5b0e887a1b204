import { describe, expect, it } from "vitest";
import { mcnemar } from "../../src/stats/mcnemar.js";

describe("McNemar's test", () => {
  // 2 (1 + 3) / 2³ = 1; the mid-p takes 3 / 8 away.
  it("doubles the smaller tail of a fair coin", () => {
    expect(mcnemar(1, 2)).toEqual({ exact: 1, midP: 0.625 });
    expect(mcnemar(0, 3)).toEqual({ exact: 0.25, midP: 0.125 });
  });

  it("is that of statsmodels on two tables (facts 1.7)", () => {
    expect(mcnemar(121, 59).exact.toExponential(5)).toBe("4.43445e-6");
    expect(mcnemar(5, 12).exact.toFixed(6)).toBe("0.143463");
    expect(mcnemar(5, 12).midP.toFixed(7)).toBe("0.0962524");
  });

  it("is the sign test (facts 1.7): 8 of 10, 10 of 10, none of none; and 45 of 88 (facts 1.6)", () => {
    expect(mcnemar(8, 2).exact).toBeCloseTo(0.109375, 14);
    expect(mcnemar(10, 0).exact).toBe(0.001953125);
    expect(mcnemar(0, 0)).toEqual({ exact: 1, midP: 1 });
    expect(mcnemar(45, 43).exact.toFixed(6)).toBe("0.915187");
  });

  it("is 1 where both sides are equal", () => {
    for (const count of [1, 2, 7, 50, 1000]) {
      expect(mcnemar(count, count).exact).toBe(1);
      expect(mcnemar(count, count).midP).toBeCloseTo(1, 12);
    }
  });

  it("does not care which policy comes first", () => {
    expect(mcnemar(30, 12)).toEqual(mcnemar(12, 30));
  });

  it("neither over- nor underflows on many pairs", () => {
    // scipy 1.17.1: 2 * binom.cdf(1400, 3000, .5)
    expect(mcnemar(1400, 1600).exact).toBeCloseTo(0.00027856396103923366, 15);
    expect(mcnemar(0, 1000).exact).toBe(2 ** -999);
  });

  it.each([-1, 1.5, Number.NaN])("refuses %s pairs", (count) => {
    expect(() => mcnemar(count, 1)).toThrow(`discordant pairs: expected a count, got ${count}`);
    expect(() => mcnemar(1, count)).toThrow(RangeError);
  });
});
