import { expect, it } from "vitest";
import { type ClusterSums, clusterSums } from "../../src/stats/cluster-sums.js";
import { clusteredMean } from "../../src/stats/clustered-mean.js";

it("sums to twice the digits of a double, whatever the order", () => {
  // 1e16 + 1 is no double: a plain sum gives 1e16 + 1 + 1 − 1e16 = 0 or 2 by order.
  const sums = clusterSums();
  for (const value of [1e16, 1, 1, -1e16]) sums.add("a", value);
  const [total] = sums.totals();
  expect((total?.sum ?? 0) + (total?.carry ?? 0)).toBe(2);
});

it("does not depend on the order of adding", () => {
  const values = [0.1, 0.2, 0.3, 1e9, 0.7].map((value, index) => [`t${index % 2}`, value] as const);
  const [forward, backward] = [values, values.toReversed()].map((list) => {
    const sums = clusterSums();
    for (const [cluster, value] of list) sums.add(cluster, value);
    return sums;
  });
  expect(clusteredMean(backward as ClusterSums)).toEqual(clusteredMean(forward as ClusterSums));
});

it("refuses what is no number, and names the trajectory", () => {
  expect(() => clusterSums().add("t7", Number.NaN)).toThrow("cluster t7: expected a finite number, got NaN");
});
