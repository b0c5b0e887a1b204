import { describe, expect, it } from "vitest";
import { type ClusterSums, clusterSums } from "../../src/stats/cluster-sums.js";
import { clusteredMean } from "../../src/stats/clustered-mean.js";

function sumsOf(values: readonly number[], clusters: readonly (string | number)[]): ClusterSums {
  const sums = clusterSums();
  values.forEach((value, index) => {
    sums.add(String(clusters[index]), value);
  });
  return sums;
}

const paired = [0.8 - 0.7, 0, 0.9 - 0.5, 0.4 - 0.5, 0.7 - 0.4, 0, 0.3 - 0.2, 0.9 - 0.6];

describe("the clustered mean", () => {
  it("agrees with statsmodels 0.15.0 OLS(y ~ 1), cov_type cluster, use_t (facts 1.1)", () => {
    const got = clusteredMean(sumsOf([1, 1, 0, 1, 0, 0, 0, 1, 1, 1], [..."aaabbbccdd"]));
    expect(got.estimate).toBe(0.6);
    expect(got.low).toBeCloseTo(0.1714515709828674, 12);
    expect(got.high).toBeCloseTo(1.0285484290171325, 12);
    expect(got).toMatchObject({ method: "cr1-t", note: null, observations: 10, clusters: 4 });
  });

  it("agrees with statsmodels on clustered paired differences (facts 1.2)", () => {
    const got = clusteredMean(sumsOf(paired, [0, 0, 0, 1, 1, 2, 2, 2]));
    expect(got.estimate).toBeCloseTo(0.1375, 14);
    expect(got.low).toBeCloseTo(0.061142592199829454, 12);
    expect(got.high).toBeCloseTo(0.2138574078001705, 12);
  });

  it("is the ordinary paired t interval when every cluster holds one observation (facts 1.2: SE .0625)", () => {
    const got = clusteredMean(sumsOf(paired, [0, 1, 2, 3, 4, 5, 6, 7]));
    expect(got.low).toBeCloseTo(-0.010289015724548961, 12);
    expect(got.high).toBeCloseTo(0.2852890157245489, 12);
  });

  it("takes uneven clusters in any order, to the last bit", () => {
    const values = [0.1, 0.7, 0.2, 0.4, 0.9, 0.3, 0.6];
    const clusters = ["a", "b", "b", "c", "c", "c", "c"];
    const turned = [3, 6, 1, 0, 5, 2, 4];
    const again = sumsOf(
      turned.map((index) => values[index] ?? 0),
      turned.map((index) => clusters[index] ?? ""),
    );
    expect(clusteredMean(again)).toEqual(clusteredMean(sumsOf(values, clusters)));
  });

  it("keeps twelve digits of a small spread on top of a large mean", () => {
    const small = clusteredMean(sumsOf([0, 1, 2, 0, 0, 3], [..."aabbcc"]));
    const large = clusteredMean(
      sumsOf(
        [0, 1, 2, 0, 0, 3].map((value) => value + 2 ** 40),
        [..."aabbcc"],
      ),
    );
    const width = (small.high ?? 0) - (small.low ?? 0);
    expect((large.high ?? 0) - (large.low ?? 0)).toBeCloseTo(width, 3);
    expect(large.estimate).toBe(2 ** 40 + 1);
  });

  it("loses nothing over a million observations of 0.1", () => {
    const sums = clusterSums();
    for (let index = 0; index < 1_000_000; index += 1) sums.add(String(index % 7), 0.1);
    const got = clusteredMean(sums);
    expect(got.estimate).toBe(0.1);
    expect(got.note).toBe("no spread between clusters: the interval is a point");
  });

  it("gives an estimate but no interval to one trajectory, and says why", () => {
    expect(clusteredMean(sumsOf([1, 0, 1, 1], [..."aaaa"]))).toEqual({
      estimate: 0.75,
      low: null,
      high: null,
      standardError: null,
      method: "cr1-t",
      note: "only 1 cluster: an interval needs at least 2",
      observations: 4,
      clusters: 1,
    });
  });

  it("gives nothing to nothing, and says why", () => {
    expect(clusteredMean(clusterSums())).toMatchObject({
      estimate: null,
      low: null,
      high: null,
      note: "no observations",
    });
  });
});
