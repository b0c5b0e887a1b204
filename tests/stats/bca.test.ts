import { describe, expect, it } from "vitest";
import { bcaInterval } from "../../src/stats/bca.js";
import { clusterResamples } from "../../src/stats/cluster-resamples.js";
import { totalsOf } from "./cluster-totals.js";

const data = [0.1, 0.25, -0.05, 0.3, 0, 0.4, 0.15, -0.1, 0.2, 0.05, 0.35, 0.1];
const uneven = [[1, 0], [1], [0, 0, 1], [1, 1], [0], [1, 0, 1, 1], [0, 1], [1]];

describe("the BCa interval", () => {
  // Means of the four rows: 0, ½, ½, 1. Below ½ lies one, two tie: (1 + 2 · ½) / 4 = ½, so z₀ = 0. The jackknife
  // means 1 and 0 are symmetric, so a = 0. Quantiles at 3 · .025 = .075 of the way from 0 to ½, and as far from the
  // top.
  it("is the percentile interval without bias and skew", () => {
    const interval = bcaInterval(totalsOf([[0], [1]]), Uint32Array.of(0, 0, 0, 1, 1, 0, 1, 1));
    expect(interval.low).toBeCloseTo(0.0375, 14);
    expect(interval.high).toBeCloseTo(0.9625, 14);
  });

  it("is that of scipy on twelve values, 200,000 resamples (facts 1.8)", () => {
    const interval = bcaInterval(totalsOf(data.map((value) => [value])), clusterResamples(12, 200_000, 1));
    expect(interval.low?.toFixed(4)).toBe("0.0625");
    expect(interval.high?.toFixed(4)).toBe("0.2333");
  });

  // tests/reference/estimators.py, bca(…, 7, 1999): numpy's draws and quantiles, scipy's normal.
  it("is that of numpy on uneven clusters of ties, an odd number of resamples", () => {
    const interval = bcaInterval(totalsOf(uneven), clusterResamples(8, 1999, 7));
    expect(interval.low).toBeCloseTo(0.42857142857142855, 13);
    expect(interval.high).toBeCloseTo(0.8125, 13);
  });

  it("turns with the signs of the data", () => {
    const rows = clusterResamples(12, 2000, 5);
    const up = bcaInterval(totalsOf(data.map((value) => [value])), rows);
    const down = bcaInterval(totalsOf(data.map((value) => [-value])), rows);
    expect(down.low).toBeCloseTo(-(up.high ?? Number.NaN), 12);
    expect(down.high).toBeCloseTo(-(up.low ?? Number.NaN), 12);
  });

  it("warns below 20 clusters, and only there", () => {
    const few = totalsOf(Array.from({ length: 19 }, (_, index) => [index % 4]));
    const enough = totalsOf(Array.from({ length: 20 }, (_, index) => [index % 4]));
    expect(bcaInterval(few, clusterResamples(19, 500, 1)).note).toContain("fewer than 20 clusters");
    expect(bcaInterval(enough, clusterResamples(20, 500, 1)).note).toBeNull();
  });

  it("does not exist without clusters, with one, or without spread, and says why", () => {
    const nothing = { low: null, high: null };
    expect(bcaInterval([], new Uint32Array(0))).toEqual({ ...nothing, note: "only 0 clusters: needs at least 2" });
    expect(bcaInterval(totalsOf([[1, 0]]), Uint32Array.of(0))).toEqual({
      ...nothing,
      note: "only 1 cluster: needs at least 2",
    });
    const note = "no spread between clusters: no bootstrap interval";
    expect(bcaInterval(totalsOf([[1], [1, 1], [1]]), clusterResamples(3, 100, 1))).toEqual({ ...nothing, note });
    // Sums of .1 in two orders of rounding are no spread either.
    const rounded = totalsOf([
      [0.1, 0.2],
      [0.3, 0],
      [0.15, 0.15],
    ]);
    expect(bcaInterval(rounded, clusterResamples(3, 100, 1))).toEqual({ ...nothing, note });
  });

  it("does not exist where all resamples lie on one side", () => {
    const { low, note } = bcaInterval(totalsOf([[0], [1]]), Uint32Array.of(0, 0, 0, 0));
    expect(low).toBeNull();
    expect(note).toBe("no spread between clusters: no bootstrap interval");
    const above = bcaInterval(totalsOf([[0], [1], [3]]), Uint32Array.of(1, 2, 2, 2, 2, 2));
    expect(above).toEqual({
      low: null,
      high: null,
      note: "every resample lies on one side of the estimate: no bootstrap interval",
    });
  });

  it("refuses a broken row of resamples", () => {
    expect(() => bcaInterval(totalsOf([[0], [1]]), Uint32Array.of(0, 1, 1))).toThrow(
      "resamples: expected rows of 2 clusters, got 3 indices",
    );
  });
});
