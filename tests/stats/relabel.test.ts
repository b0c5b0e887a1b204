import { describe, expect, it } from "vitest";
import { RELABEL_ROUNDS, relabelledOutcomes, relabelTest } from "../../src/stats/relabel.js";

const baseline = [0, 0.25, 0.5, 0.5, 1];
const candidate = [0.5, 0.75, 1, 0.5, 1];

function counts(outcomes: Int8Array): readonly number[] {
  return [1, 0, -1].map((wanted) => outcomes.filter((one) => one === wanted).length);
}

describe("relabelled draws", () => {
  // tests/reference/estimators.py, relabelled(…, 42)
  it("are those of numpy", () => {
    const outcomes = relabelledOutcomes(baseline, candidate, RELABEL_ROUNDS, 42);
    expect(counts(outcomes)).toEqual([398, 170, 431]);
    expect([...outcomes.subarray(0, 12)]).toEqual([1, 1, -1, -1, -1, -1, 1, 0, 1, 1, -1, -1]);
  });

  // Of the 252 halves of the ten pooled draws 105 win, 42 tie and 105 lose (enumerated with itertools.combinations).
  it("take every half of the pool equally often", () => {
    const rounds = 100_000;
    const shares = counts(relabelledOutcomes(baseline, candidate, rounds, 1)).map((count) => count / rounds);
    // Four standard errors of a share near .42 are .0063.
    [105, 42, 105].forEach((halves, index) => {
      expect(Math.abs((shares[index] ?? 0) - halves / 252)).toBeLessThan(0.0063);
    });
  });

  it("win as often as they lose, so that the null win share is (1 − ties) / 2 (facts 2.4)", () => {
    const skewed = counts(relabelledOutcomes([0, 0, 0, 0], [1, 0, 0, 0.1], 100_000, 9));
    // Five standard deviations of wins minus losses.
    expect(Math.abs((skewed[0] ?? 0) - (skewed[2] ?? 0))).toBeLessThan(5 * Math.sqrt(100_000));
  });

  it("do not depend on which draw of a policy came first only by chance: one draw each is a fair coin", () => {
    const [wins, ties, losses] = counts(relabelledOutcomes([0], [1], 10_000, 2));
    expect(ties).toBe(0);
    expect(Math.abs((wins ?? 0) - 5000)).toBeLessThan(250);
    expect((wins ?? 0) + (losses ?? 0)).toBe(10_000);
  });

  it("tie where all draws are equal, and where they differ by rounding only", () => {
    expect(counts(relabelledOutcomes([0.5, 0.5], [0.5, 0.5], 20, 3))).toEqual([0, 20, 0]);
    expect(counts(relabelledOutcomes([0.1 + 0.2, 0.3], [0.3, 0.3], 20, 3))).toEqual([0, 20, 0]);
  });

  it("are refused for lists of different lengths, and for none", () => {
    expect(() => relabelledOutcomes([1], [1, 0], 9, 0)).toThrow("draws: expected two lists of one length, got 1 and 2");
    expect(() => relabelledOutcomes([], [], 9, 0)).toThrow(RangeError);
  });
});

describe("the relabelling test", () => {
  // #{≥ 4} = 0, #{≤ 4} = 3: p = 2 (1 + 0) / 4. Quantiles at 2 · .025 and 2 · .975 places along 1, 2, 3.
  it("counts both tails, the observed among them", () => {
    const got = relabelTest(4, [3, 1, 2]);
    expect(got.pValue).toBe(0.5);
    expect(got.meanWins).toBe(2);
    expect(got.lowWins).toBeCloseTo(1.05, 14);
    expect(got.highWins).toBeCloseTo(2.95, 14);
  });

  it("is at most 1, ties counting on both sides", () => {
    expect(relabelTest(5, [5, 5, 5, 5]).pValue).toBe(1);
  });

  it("is never 0: 999 rounds reach 2 / 1000", () => {
    const nulls = Array.from({ length: 999 }, (_, index) => index % 50);
    expect(relabelTest(1000, nulls).pValue).toBe(0.002);
    expect(relabelTest(-1, nulls).pValue).toBe(0.002);
  });

  it("does not exist without rounds", () => {
    expect(() => relabelTest(1, [])).toThrow("relabelled wins: expected at least 1 round, got 0");
  });
});
