import type { Observation, SummaryRow } from "../core/rows.js";
import { type ClusterSums, clusterNames, clusterSums } from "../stats/cluster-sums.js";
import { clusteredMean } from "../stats/clustered-mean.js";
import { share } from "../stats/share.js";
import { metrics } from "./metrics.js";
import { listedOrder } from "./natural-order.js";
import { publishedValue } from "./published.js";
import { sliceOrder } from "./slice-order.js";

/** What the values of one reported number share. */
export type SummaryKey = Omit<Observation, "trajectory" | "value">;

/** What orders the rows: listed ones first as listed, others after them in natural order. */
export interface SummaryOrder {
  readonly probes: readonly string[];
  /** All policies, baseline first. */
  readonly policies: readonly string[];
}

/** Gathers observations; memory grows with the reported numbers and their trajectories, not with the states. */
export interface Summary {
  /** Throws a RangeError on a value that is no finite number, or outside [0, 1] for a share. */
  add(observation: Observation): void;
  /** Rows of summary.csv; their order does not depend on the order of adding. */
  rows(): readonly SummaryRow[];
}

/** What intervals take as independent. */
export const clusterKinds = ["trajectory", "instance"] as const;

export type ClusterKind = (typeof clusterKinds)[number];

interface Gathered {
  readonly key: SummaryKey;
  readonly sums: ClusterSums;
  /** Their clusters are trajectories. */
  readonly byTrajectory: ClusterSums;
  /** Observations without an answer. */
  missing: number;
}

/** @param instanceOf the instance of a trajectory, where clusters are instances; null where they are trajectories */
export function summarise(
  task: string,
  order: SummaryOrder,
  instanceOf: ((trajectory: string) => string) | null = null,
): Summary {
  const numbers = new Map<string, Gathered>();
  const [names, trajectoryNames] = [clusterNames(), clusterNames()];
  const gathered = (key: SummaryKey): Gathered => {
    const sums = clusterSums(names);
    return { key, sums, byTrajectory: instanceOf === null ? sums : clusterSums(trajectoryNames), missing: 0 };
  };
  return {
    add(observation) {
      const { trajectory, value, probe, slice, metric, baseline, candidate, kind, samples } = observation;
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
      if (value === null) number.missing += 1;
      else {
        number.sums.add(instanceOf?.(trajectory) ?? trajectory, value);
        if (number.byTrajectory !== number.sums) number.byTrajectory.add(trajectory, value);
      }
      numbers.set(id, number);
    },
    rows() {
      const byProbe = listedOrder(order.probes);
      const bySlice = sliceOrder(order.policies);
      const byMetric = listedOrder(metrics);
      const byPolicy = listedOrder(["", ...order.policies]);
      return [...numbers.values()]
        .sort(
          ({ key: a }, { key: b }) =>
            byProbe(a.probe, b.probe) ||
            byPolicy(a.candidate, b.candidate) ||
            byPolicy(a.baseline, b.baseline) ||
            bySlice(a.slice, b.slice) ||
            byMetric(a.metric, b.metric),
        )
        .map((number) => rowOf(task, number, instanceOf === null ? "" : "-instance"));
    },
  };
}

function idOf({ probe, slice, metric, baseline, candidate }: SummaryKey): string {
  return JSON.stringify([probe, slice, metric, baseline, candidate]);
}

function rowOf(task: string, { key, sums, byTrajectory, missing }: Gathered, methodSuffix: string): SummaryRow {
  const { probe, slice, metric, baseline, candidate, samples } = key;
  const estimate = key.kind === "share" ? share(sums) : clusteredMean(sums);
  return {
    task,
    probe,
    slice,
    metric,
    baseline,
    candidate,
    estimate: estimate.estimate,
    ci_low: estimate.low,
    ci_high: estimate.high,
    method: estimate.method === "wilson" ? estimate.method : `${estimate.method}${methodSuffix}`,
    states: estimate.observations,
    trajectories: byTrajectory.clusters,
    samples,
    published: publishedValue(task, probe, slice, metric),
    note: [estimate.note ?? "", missing === 0 ? "" : `${missing} without an answer are left out`]
      .filter(Boolean)
      .join("; "),
    clusters: estimate.clusters,
  };
}
