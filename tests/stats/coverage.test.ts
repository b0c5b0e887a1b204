import { describe, expect, it } from "vitest";
import { keyedRng } from "../../src/core/rng.js";
import { clusterSums } from "../../src/stats/cluster-sums.js";
import { clusteredMean } from "../../src/stats/clustered-mean.js";
import { wilson } from "../../src/stats/wilson.js";

const RUNS = 1000;
const PER_CLUSTER = 10;
const INTRACLASS = 0.3;

/** Share of simulated intervals that hold the true mean 0: normal values, intraclass correlation .3. */
function coverage(clusters: number): number {
  let covered = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const normals = standardNormals(`coverage/${clusters}/${run}`, clusters * (PER_CLUSTER + 1));
    const sums = clusterSums();
    for (let cluster = 0; cluster < clusters; cluster += 1) {
      const common = Math.sqrt(INTRACLASS) * (normals.next().value ?? 0);
      for (let index = 0; index < PER_CLUSTER; index += 1) {
        sums.add(String(cluster), common + Math.sqrt(1 - INTRACLASS) * (normals.next().value ?? 0));
      }
    }
    const { low, high } = clusteredMean(sums);
    if (low !== null && high !== null && low <= 0 && high >= 0) covered += 1;
  }
  return covered / RUNS;
}

/** Box and Muller 1958. */
function* standardNormals(key: string, count: number): Generator<number, undefined> {
  const rng = keyedRng(key);
  for (let index = 0; index < count; index += 2) {
    const radius = Math.sqrt(-2 * Math.log(1 - rng.uniform(index)));
    const angle = 2 * Math.PI * rng.uniform(index + 1);
    yield radius * Math.cos(angle);
    yield radius * Math.sin(angle);
  }
  return undefined;
}

describe("a 95 % interval covers the truth 95 % of the time", () => {
  // 1,000 runs have a standard error of .007; facts 1.1 gives .953 for both.
  it.each([10, 20])("CR1 with t, %i trajectories of 10 states, intraclass correlation .3", (clusters) => {
    const share = coverage(clusters);
    expect(share).toBeGreaterThan(0.93);
    expect(share).toBeLessThan(0.97);
  });

  it("Wilson, averaged over shares: enumerated, no simulation", () => {
    const trials = 50;
    const shares = Array.from({ length: 99 }, (_, index) => (index + 1) / 100);
    const total = shares.reduce((sum, share) => sum + exactCoverage(trials, share), 0);
    expect(total / shares.length).toBeGreaterThan(0.94);
    expect(total / shares.length).toBeLessThan(0.96);
  });
});

/** Binomial probability of the counts whose Wilson interval holds `share`. */
function exactCoverage(trials: number, share: number): number {
  let mass = (1 - share) ** trials;
  let covered = 0;
  for (let successes = 0; successes <= trials; successes += 1) {
    const interval = wilson(successes, trials);
    if (interval !== null && interval.low <= share && share <= interval.high) covered += mass;
    mass *= ((trials - successes) / (successes + 1)) * (share / (1 - share));
  }
  return covered;
}
