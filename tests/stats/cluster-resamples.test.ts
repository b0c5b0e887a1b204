import { describe, expect, it } from "vitest";
import { clusterResamples } from "../../src/stats/cluster-resamples.js";

describe("resampled clusters", () => {
  // u = .1915, .6221, .4377, .7854, .7800, .2726; times 3, rounded down.
  it("are numpy's uniforms times the clusters, rounded down, row after row", () => {
    expect([...clusterResamples(3, 2, 1234)]).toEqual([0, 1, 1, 2, 2, 0]);
  });

  // numpy 2.4.6: (RandomState(7).random_sample((50, 33)) * 33).astype(int)
  it("repeat in numpy over many rows", () => {
    const rows = clusterResamples(33, 50, 7);
    expect(rows.reduce((sum, index) => sum + index, 0)).toBe(26136);
    expect([...rows.subarray(49 * 33, 49 * 33 + 8)]).toEqual([20, 27, 9, 14, 9, 9, 18, 30]);
  });

  it("hold every cluster about equally often, and none that does not exist", () => {
    const times = new Int32Array(7);
    for (const index of clusterResamples(7, 10_000, 3)) times[index] = (times[index] ?? 0) + 1;
    // 10,000 expected of each; five standard deviations of a binomial count are 463.
    for (const one of times) expect(Math.abs(one - 10_000)).toBeLessThan(463);
    expect(times.reduce((sum, one) => sum + one, 0)).toBe(70_000);
  });

  it("begin with the same rows however many are drawn", () => {
    expect([...clusterResamples(5, 10, 4).subarray(0, 15)]).toEqual([...clusterResamples(5, 3, 4)]);
  });
});
