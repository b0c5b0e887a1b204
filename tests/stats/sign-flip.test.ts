import { describe, expect, it } from "vitest";
import { signFlipTest } from "../../src/stats/sign-flip.js";
import { totalsOf } from "./cluster-totals.js";

describe("the sign-flip test", () => {
  // |±1 ± 2 ± 3|: 6, 0, 2, 4 and their opposites. The observed 6 is reached by 2 of 8.
  it("counts every choice of signs", () => {
    expect(signFlipTest(totalsOf([[1], [2], [3]]), 0).pValue).toBe(2 / 8);
    // 2 + 3 − 1 = 4 is reached by 6, 4 and their opposites.
    expect(signFlipTest(totalsOf([[-1], [2], [3]]), 0).pValue).toBe(4 / 8);
  });

  // ±.1 ± .2 ± .3 reaches .6 in one order of rounding and .6000000000000001 in another.
  it("holds sums that differ by rounding for equal", () => {
    expect(signFlipTest(totalsOf([[0.1], [0.2], [0.3]]), 0).pValue).toBe(0.25);
    expect(signFlipTest(totalsOf([[0.3], [0.2], [0.1]]), 0).pValue).toBe(0.25);
    expect(signFlipTest(totalsOf([[0.1], [0.2], [-0.3]]), 0).pValue).toBe(1);
  });

  // Six sums of 1, one of them negative: |sum| ≥ 4 for 0, 1, 5 or 6 negative ones: (1 + 6 + 6 + 1) / 64.
  it("is the sign test where all sums have one size", () => {
    expect(signFlipTest(totalsOf([[1], [1], [1], [1], [1], [-1]]), 0).pValue).toBe(14 / 64);
  });

  it("flips a cluster as a whole", () => {
    expect(signFlipTest(totalsOf([[1, 1, -1], [2], [1, 2]]), 0).pValue).toBe(2 / 8);
  });

  // tests/reference/estimators.py, sign_flip: numpy's words, 32 signs each.
  it("draws beyond twelve clusters as numpy does, in one word and in two", () => {
    const values = [0.5, -0.25, 0.75, 0.25, 0.5, -0.5, 0.25, 0.25, -0.25, 1, 0.5, 0, 0.5];
    expect(signFlipTest(totalsOf(values.map((value) => [value])), 3).pValue).toBe(0.0637);
    const forty = Array.from({ length: 40 }, (_, index) => [(((index * 7) % 11) - 4) / 4]);
    expect(signFlipTest(totalsOf(forty), 11).pValue).toBe(0.0533);
  });

  it("comes near the exact share when it draws", () => {
    const twelve = [3, 1, -2, 4, 1, 5, -1, 2, 6, -3, 2, 1];
    const exact = signFlipTest(totalsOf(twelve.map((value) => [value])), 0).pValue ?? Number.NaN;
    const drawn = signFlipTest(totalsOf([...twelve, 0].map((value) => [value])), 0).pValue ?? Number.NaN;
    // Four standard errors of a share of 9,999 draws.
    expect(Math.abs(drawn - exact)).toBeLessThan(4 * Math.sqrt((exact * (1 - exact)) / 9999));
    expect(exact).toBeGreaterThan(0.01);
  });

  it("does not care which side is the candidate", () => {
    const values = Array.from({ length: 20 }, (_, index) => ((index * 5) % 7) - 2);
    const up = signFlipTest(totalsOf(values.map((value) => [value])), 8);
    expect(signFlipTest(totalsOf(values.map((value) => [-value])), 8)).toEqual(up);
  });

  it("gives no p-value to fewer than two clusters, and 1 where every sum is 0", () => {
    expect(signFlipTest([], 0)).toEqual({ pValue: null, note: "only 0 clusters: needs at least 2" });
    expect(signFlipTest(totalsOf([[1, 2]]), 0)).toEqual({ pValue: null, note: "only 1 cluster: needs at least 2" });
    expect(signFlipTest(totalsOf([[0], [1, -1]]), 0)).toEqual({ pValue: 1, note: "every cluster sums to 0" });
  });

  it("says how small p can get where 5 % is out of reach", () => {
    const ones = (count: number) => totalsOf(Array.from({ length: count }, () => [1]));
    expect(signFlipTest(ones(5), 0)).toEqual({
      pValue: 0.0625,
      note: "only 5 nonzero cluster sums: p is at least 0.0625",
    });
    expect(signFlipTest(ones(6), 0)).toEqual({ pValue: 0.03125, note: null });
    const withZeros = signFlipTest(totalsOf([[1], [1], [1], [0], [0], [0], [0]]), 0);
    expect(withZeros).toEqual({ pValue: 0.25, note: "only 3 nonzero cluster sums: p is at least 0.25" });
  });
});
