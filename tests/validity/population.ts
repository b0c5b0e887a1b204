import type { ClusterSum, ClusterSums } from "../../src/stats/cluster-sums.js";
import { outcome } from "../../src/stats/outcome.js";
import { superiority } from "../../src/stats/superiority.js";
import { type RandomNumbers, randomNumbers } from "./random-numbers.js";
import { draws, simulatedTrajectory } from "./simulated-policies.js";

/** Samples of each policy at a state. */
const SAMPLES = 8;
const TRAJECTORIES = 20_000;
const SCORE = { win: 1, tie: 0.5, loss: 0 };

/** One metric over many trajectories, which are the whole world: their mean over states is the truth, exactly. */
export interface Population {
  readonly metric: string;
  readonly totals: readonly ClusterSum[];
  readonly truth: number;
  /** One-way analysis of variance, unequal clusters (Donner 1986). */
  readonly intraclass: number;
}

/** The metrics that get intervals, of the same trajectories in the same order. */
export function populations(seed: number): readonly Population[] {
  const random = randomNumbers(seed);
  const values: Record<string, number[][]> = {
    "win share": [],
    "half-tie share": [],
    "mean difference": [],
    superiority: [],
  };
  for (let trajectory = 0; trajectory < TRAJECTORIES; trajectory += 1) {
    const rows = Object.values(values).map((clusters) => {
      const row: number[] = [];
      clusters.push(row);
      return row;
    });
    for (const state of simulatedTrajectory(random)) {
      const baseline = draws(state, state.baseline, SAMPLES, random);
      const candidate = draws(state, state.candidate, SAMPLES, random);
      const [b, c] = [mean(baseline), mean(candidate)];
      const result = outcome(b, c);
      [result === "win" ? 1 : 0, SCORE[result], c - b, superiority(baseline, candidate)].forEach((value, metric) => {
        rows[metric]?.push(value);
      });
    }
  }
  return Object.entries(values).map(([metric, clusters]) => populationOf(metric, clusters));
}

function populationOf(metric: string, clusters: readonly (readonly number[])[]): Population {
  const totals = clusters.map((own, index) => ({
    cluster: String(index),
    count: own.length,
    sum: own.reduce((sum, value) => sum + value, 0),
    carry: 0,
  }));
  const count = totals.reduce((sum, one) => sum + one.count, 0);
  const truth = totals.reduce((sum, one) => sum + one.sum, 0) / count;
  let between = 0;
  let within = 0;
  let squaredCounts = 0;
  clusters.forEach((own) => {
    const centre = mean(own);
    between += own.length * (centre - truth) ** 2;
    for (const value of own) within += (value - centre) ** 2;
    squaredCounts += own.length ** 2;
  });
  const typical = (count - squaredCounts / count) / (clusters.length - 1);
  const [above, below] = [between / (clusters.length - 1), within / (count - clusters.length)];
  return { metric, totals, truth, intraclass: (above - below) / (above + (typical - 1) * below) };
}

/** Trajectories drawn from the population, the same for every metric. */
export function drawTrajectories(random: RandomNumbers, clusters: number): readonly number[] {
  return Array.from({ length: clusters }, () => random.below(TRAJECTORIES));
}

/** What a run over these trajectories observes. */
export function observed(population: Population, chosen: readonly number[]): ClusterSums {
  const totals = chosen.map((index) => population.totals[index] as ClusterSum);
  return {
    observations: totals.reduce((sum, one) => sum + one.count, 0),
    clusters: totals.length,
    add: () => {
      throw new Error("a drawn run is complete");
    },
    totals: () => totals,
  };
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
