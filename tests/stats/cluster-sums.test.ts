import { expect, it } from "vitest";
import { type ClusterSum, clusterSums } from "../../src/stats/cluster-sums.js";
import { clusteredMean } from "../../src/stats/clustered-mean.js";

it("sums to twice the digits of a double, whatever the order", () => {
  // 1e16 + 1 is no double: a plain sum gives 1e16 + 1 + 1 − 1e16 = 0 or 2 by order.
  const sums = clusterSums();
  for (const value of [1e16, 1, 1, -1e16]) sums.add("a", value);
  const [total] = sums.toJSON();
  expect((total?.sum ?? 0) + (total?.carry ?? 0)).toBe(2);
});

it("goes on from its saved form as if never interrupted", () => {
  const whole = clusterSums();
  const first = clusterSums();
  for (const [index, value] of [0.1, 0.2, 0.3, 1e9, 0.7].entries()) {
    whole.add(`t${index % 2}`, value);
    if (index < 3) first.add(`t${index % 2}`, value);
  }
  const resumed = clusterSums(JSON.parse(JSON.stringify(first)) as readonly ClusterSum[]);
  resumed.add("t1", 1e9);
  resumed.add("t0", 0.7);
  expect(resumed.toJSON()).toEqual(whole.toJSON());
  expect(clusteredMean(resumed)).toEqual(clusteredMean(whole));
});

it("refuses what is no number, and names the trajectory", () => {
  expect(() => clusterSums().add("t7", Number.NaN)).toThrow("cluster t7: expected a finite number, got NaN");
});
