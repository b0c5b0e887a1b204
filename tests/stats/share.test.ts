import { describe, expect, it } from "vitest";
import { clusterSums } from "../../src/stats/cluster-sums.js";
import { clusteredMean } from "../../src/stats/clustered-mean.js";
import { share } from "../../src/stats/share.js";
import { wilson } from "../../src/stats/wilson.js";

function sumsOf(...clusters: readonly (readonly number[])[]) {
  const sums = clusterSums();
  for (const [index, values] of clusters.entries()) for (const value of values) sums.add(String(index), value);
  return sums;
}

describe("a share", () => {
  it("is the clustered mean while it is neither 0 nor 1", () => {
    const sums = sumsOf([1, 1, 0], [1, 0, 0], [0, 1], [1, 1]);
    expect(share(sums)).toEqual(clusteredMean(sums));
  });

  it.each([0, 1])("of all %i gets Wilson's interval over the clusters, and says so", (value) => {
    const got = share(sumsOf([value, value], [value, value, value]));
    expect(got).toEqual({
      estimate: value,
      ...wilson(2 * value, 2),
      method: "wilson",
      note: `all ${value}: Wilson's interval, each cluster as one observation`,
      observations: 5,
      standardError: 0,
      clusters: 2,
    });
  });

  it("of one trajectory has no interval even when all are wins", () => {
    expect(share(sumsOf([1, 1, 1]))).toMatchObject({ estimate: 1, low: null, high: null });
  });

  it("of half ties alone is a point, not all wins", () => {
    expect(share(sumsOf([0.5], [0.5]))).toMatchObject({ estimate: 0.5, low: 0.5, high: 0.5, method: "cr1-t" });
  });

  it("of nothing is null with a reason", () => {
    expect(share(clusterSums())).toMatchObject({ estimate: null, note: "no observations" });
  });

  it("counts ties half as facts 1.6 does: 45 wins, 12 ties, 43 losses are .51 with standard error .0471297", () => {
    const sums = clusterSums();
    for (let index = 0; index < 100; index += 1) sums.add(`t${index}`, index < 45 ? 1 : index < 57 ? 0.5 : 0);
    const got = share(sums);
    // t.975 on 99 degrees of freedom is 1.98421695 (scipy 1.17.1).
    expect(got.estimate).toBe(0.51);
    expect(((got.high ?? 0) - 0.51) / 1.98421695).toBeCloseTo(0.0471297, 7);
  });
});
