import type { Observation, SummaryRow } from "../core/rows.js";
import { benjaminiHochberg } from "../stats/benjamini-hochberg.js";
import { clusterNames, clusterSums } from "../stats/cluster-sums.js";
import { metrics } from "./metrics.js";
import { listedOrder } from "./natural-order.js";
import { noiseRows } from "./noise-rows.js";
import { groupRows } from "./row-index.js";
import { sliceOrder } from "./slice-order.js";
import { type Gathered, type SummaryKey, summaryRow, type Toolbox, toolbox } from "./summary-row.js";

/** What orders the rows: listed ones first as listed, others after them in natural order. */
export interface SummaryOrder {
  readonly probes: readonly string[];
  /** All policies, baseline first. */
  readonly policies: readonly string[];
}

/** Gathers observations; memory grows with the reported numbers and their trajectories, and by 32 bytes a state. */
export interface Summary {
  /** Throws a RangeError on a value that is no finite number, or outside [0, 1] for a share. */
  add(observation: Observation): void;
  /** Rows of summary.csv; their order does not depend on the order of adding. */
  rows(): readonly SummaryRow[];
}

/** What intervals take as independent. */
export const clusterKinds = ["trajectory", "instance"] as const;

export type ClusterKind = (typeof clusterKinds)[number];

export interface SummaryOptions {
  /** Of the bootstrap and the sign flips: a whole number below 2³². */
  readonly seed: number;
  /** The instance of a trajectory, where clusters are instances; null where they are trajectories. */
  readonly instanceOf: ((trajectory: string) => string) | null;
}

export function summarise(task: string, order: SummaryOrder, { seed, instanceOf }: SummaryOptions): Summary {
  const numbers = new Map<string, Gathered>();
  const [names, trajectoryNames] = [clusterNames(), clusterNames()];
  const tools: Toolbox = toolbox(task, seed, instanceOf === null ? "" : "-instance");
  const gathered = (key: SummaryKey): Gathered => {
    const sums = clusterSums(names);
    const byTrajectory = instanceOf === null ? sums : clusterSums(trajectoryNames);
    return { key, sums, byTrajectory, missing: 0, noise: null, nullWins: null };
  };
  return {
    add(observation) {
      const number = numberOf(numbers, observation, gathered);
      const { trajectory, value, noise, relabelled } = observation;
      if (value === null) {
        number.missing += 1;
        return;
      }
      number.sums.add(instanceOf?.(trajectory) ?? trajectory, value);
      if (number.byTrajectory !== number.sums) number.byTrajectory.add(trajectory, value);
      if (noise !== undefined) addNoise(number, value, noise);
      if (relabelled !== undefined) addRelabelled(number, relabelled);
    },
    rows() {
      const rows = [...numbers.values()].flatMap((number) => [
        ...summaryRow(number, tools),
        ...noiseRows(number, numbers.get(idOf({ ...number.key, metric: "exact_difference" })), tools),
      ]);
      return withQValues(rows).sort(rowOrder(order));
    },
  };
}

/** The number that an observation belongs to. Throws a RangeError where it cannot be averaged with what is there. */
function numberOf(
  numbers: Map<string, Gathered>,
  observation: Observation,
  gathered: (key: SummaryKey) => Gathered,
): Gathered {
  const { value, probe, slice, metric, baseline, candidate, kind, samples } = observation;
  if (kind === "share" && value !== null && !(value >= 0 && value <= 1)) {
    throw new RangeError(`${probe}, ${slice}, ${metric}: expected a share in [0, 1], got ${value}`);
  }
  const id = idOf(observation);
  const number = numbers.get(id) ?? gathered({ probe, slice, metric, baseline, candidate, kind, samples });
  if (number.key.kind !== kind || number.key.samples !== samples) {
    const { kind: firstKind, samples: firstSamples } = number.key;
    throw new RangeError(
      `${probe}, ${slice}, ${metric}: expected a ${firstKind} of ${firstSamples} samples, got a ${kind} of ${samples}`,
    );
  }
  numbers.set(id, number);
  return number;
}

function idOf({ probe, slice, metric, baseline, candidate }: Omit<SummaryKey, "kind" | "samples">): string {
  return JSON.stringify([probe, slice, metric, baseline, candidate]);
}

/** Benjamini and Hochberg's over the tests of one probe, baseline and candidate: a section of the table. */
function withQValues(rows: readonly SummaryRow[]): SummaryRow[] {
  return groupRows(rows).flatMap((group) => {
    const qValues = benjaminiHochberg(group.rows.map((row) => row.p_value));
    return group.rows.map((row, index) => ({ ...row, q_value: qValues[index] ?? null }));
  });
}

function addNoise(number: Gathered, difference: number, noise: Observation["noise"]): void {
  number.noise ??= { differences: [], variances: [], first: [], second: [] };
  if (noise == null) return;
  number.noise.differences.push(difference);
  number.noise.variances.push(noise.variance);
  number.noise.first.push(noise.halves[0]);
  number.noise.second.push(noise.halves[1]);
}

function addRelabelled(number: Gathered, relabelled: Int8Array): void {
  number.nullWins ??= new Uint32Array(relabelled.length);
  const wins = number.nullWins;
  for (let round = 0; round < relabelled.length; round += 1) {
    if (relabelled[round] === 1) wins[round] = (wins[round] as number) + 1;
  }
}

function rowOrder({ probes, policies }: SummaryOrder): (a: SummaryRow, b: SummaryRow) => number {
  const byProbe = listedOrder(probes);
  const bySlice = sliceOrder(policies);
  const byMetric = listedOrder(metrics);
  const byPolicy = listedOrder(["", ...policies]);
  return (a, b) =>
    byProbe(a.probe, b.probe) ||
    byPolicy(a.candidate, b.candidate) ||
    byPolicy(a.baseline, b.baseline) ||
    bySlice(a.slice, b.slice) ||
    byMetric(a.metric, b.metric);
}
