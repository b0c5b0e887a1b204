import { describe, expect, it } from "vitest";
import { halfDifferences, spearmanBrown, splitHalf } from "../../src/stats/split-half.js";

describe("half differences", () => {
  // (1 + 0) / 2 and (1 + 0) / 2 of the differences 1, 0, 1, 0; a fifth draw is left out.
  it("are the mean differences of the first and of the second half", () => {
    expect(halfDifferences([0, 0, 0, 1], [1, 0, 1, 1])).toEqual([0.5, 0.5]);
    expect(halfDifferences([0, 0, 0, 1, 0], [1, 0, 1, 1, 9])).toEqual([0.5, 0.5]);
    expect(halfDifferences([0, 0, 0], [1, 2, 4])).toEqual([1, 2]);
  });

  it("average to the mean difference where the number of draws is even", () => {
    const [first, second] = halfDifferences([0.5, 0.25, 0, 1], [1, 0.75, 0.5, 0]) ?? [Number.NaN, Number.NaN];
    expect((first + second) / 2).toBe((0.5 + 0.5 + 0.5 - 1) / 4);
  });

  it("do not exist below two draws", () => {
    expect(halfDifferences([1], [0])).toBeNull();
    expect(halfDifferences([], [])).toBeNull();
    expect(() => halfDifferences([1, 2], [0])).toThrow(RangeError);
  });
});

describe("split-half reliability", () => {
  it("of two equally long halves is Spearman and Brown's (facts 2.6)", () => {
    expect(spearmanBrown(0.5).toFixed(4)).toBe("0.6667");
    expect(spearmanBrown(0.3).toFixed(6)).toBe("0.461538");
  });

  // Deviations −1, 0, 1 and −2/3, 1/3, 1/3: covariance (2/3 + 1/3) / 2 = ½, variances 1 and 1/3, r = ½ √3.
  it("comes from the correlation over states", () => {
    const got = splitHalf([0, 1, 2], Float64Array.of(0, 1, 1));
    expect(got.covariance).toBeCloseTo(0.5, 14);
    expect(got.correlation).toBeCloseTo(Math.sqrt(3) / 2, 14);
    expect(got.reliability).toBeCloseTo(Math.sqrt(3) / (1 + Math.sqrt(3) / 2), 14);
    expect(got.note).toBeNull();
  });

  it("is 1 where the halves agree, and never more", () => {
    const same = [0.1, 0.7, 0.2, 0.9, 0.30000000000000004];
    expect(splitHalf(same, same).reliability).toBeLessThanOrEqual(1);
    expect(splitHalf(same, same).reliability).toBeCloseTo(1, 14);
  });

  it("is negative where the correlation is, and says so", () => {
    // r = −½: 2r / (1 + r) = −2.
    const got = splitHalf([0, 1, 2], [1, 2, 0]);
    expect(got.correlation).toBeCloseTo(-0.5, 14);
    expect(got.reliability).toBeCloseTo(-2, 13);
    expect(got.note).toBe("the halves disagree: the differences are mostly sampling noise");
  });

  it("does not exist for opposite halves, constant halves or fewer than two states", () => {
    const opposite = splitHalf([0, 1], [1, 0]);
    expect(opposite.correlation).toBeCloseTo(-1, 14);
    expect(opposite).toMatchObject({ reliability: null, note: "the halves are opposite" });
    expect(splitHalf([0.1 + 0.2, 0.3, 0.3], [0, 1, 2])).toMatchObject({ correlation: null, reliability: null });
    expect(splitHalf([1], [1])).toEqual({
      correlation: null,
      reliability: null,
      covariance: null,
      note: "only 1 state: needs at least 2",
    });
    expect(() => splitHalf([1, 2], [1])).toThrow("halves: expected two lists of one length, got 2 and 1");
  });
});
