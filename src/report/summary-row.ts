import type { Observation, SummaryRow } from "../core/rows.js";
import { bcaInterval } from "../stats/bca.js";
import { BOOTSTRAP_RESAMPLES, clusterResamples } from "../stats/cluster-resamples.js";
import type { ClusterSums } from "../stats/cluster-sums.js";
import { clusteredMean } from "../stats/clustered-mean.js";
import type { Estimate } from "../stats/estimate.js";
import { relabelTest } from "../stats/relabel.js";
import { share } from "../stats/share.js";
import { signFlipTest } from "../stats/sign-flip.js";
import { publishedValue } from "./published.js";

/** What the values of one reported number share. */
export type SummaryKey = Pick<
  Observation,
  "probe" | "slice" | "metric" | "baseline" | "candidate" | "kind" | "samples"
>;

/** One entry a state; all of one length. */
export interface NoiseRecord {
  readonly differences: number[];
  /** Of one draw of each policy, added. */
  readonly variances: number[];
  readonly first: number[];
  readonly second: number[];
}

/** What was observed of one number. */
export interface Gathered {
  readonly key: SummaryKey;
  readonly sums: ClusterSums;
  /** Their clusters are trajectories. */
  readonly byTrajectory: ClusterSums;
  /** Observations without an answer. */
  missing: number;
  noise: NoiseRecord | null;
  /** Wins in each relabelling. */
  nullWins: Uint32Array | null;
}

/** What all numbers of a summary share. */
export interface Toolbox {
  readonly task: string;
  readonly seed: number;
  /** Says in `method` what clusters are, where they are not trajectories. */
  readonly methodSuffix: string;
  /** The same resamples for every number over as many clusters. */
  resamplesOf(clusters: number): Uint32Array;
}

export function toolbox(task: string, seed: number, methodSuffix: string): Toolbox {
  const resamples = new Map<number, Uint32Array>();
  return {
    task,
    seed,
    methodSuffix,
    resamplesOf(clusters) {
      const known = resamples.get(clusters) ?? clusterResamples(clusters, BOOTSTRAP_RESAMPLES, seed);
      resamples.set(clusters, known);
      return known;
    },
  };
}

/** Numbers that get a bootstrap interval beside their own, in these slices. */
const HEADLINES = ["win_share", "half_tie_share", "mean_difference", "superiority", "exact_difference"];
const MAIN_SLICES = ["all", "kind=error", "kind=parent", "contrast"];

/** A row of summary.csv that holds no number yet. */
export function emptyRow({ key, byTrajectory, sums }: Gathered, { task }: Toolbox): SummaryRow {
  const { probe, slice, metric, baseline, candidate, samples } = key;
  return {
    task,
    probe,
    slice,
    metric,
    baseline,
    candidate,
    estimate: null,
    ci_low: null,
    ci_high: null,
    method: "",
    states: sums.observations,
    trajectories: byTrajectory.clusters,
    samples,
    published: null,
    note: "",
    clusters: sums.clusters,
    test: "",
    p_value: null,
    q_value: null,
    bca_low: null,
    bca_high: null,
  };
}

/** The row of an average; for a win share whose draws were relabelled also the row of what relabelling gives. */
export function summaryRow(number: Gathered, tools: Toolbox): readonly SummaryRow[] {
  const { key, sums, missing, nullWins } = number;
  const estimate = key.kind === "share" ? share(sums) : clusteredMean(sums);
  const bootstrap = bootstrapOf(number, estimate, tools);
  const wins = nullWins === null || estimate.estimate === null ? null : relabelTest(winsOf(number), nullWins);
  const flips = key.kind === "difference" && sums.clusters > 1 ? signFlipTest(sums.totals(), tools.seed) : null;
  const row: SummaryRow = {
    ...emptyRow(number, tools),
    estimate: estimate.estimate,
    ci_low: estimate.low,
    ci_high: estimate.high,
    method: estimate.method === "wilson" ? estimate.method : `${estimate.method}${tools.methodSuffix}`,
    published: publishedValue(tools.task, key.probe, key.slice, key.metric),
    note: [
      estimate.note,
      missing === 0 ? null : `${missing} without an answer are left out`,
      noteOf("sign-flip", flips?.note),
      noteOf("bootstrap", bootstrap.note),
    ]
      .filter((text) => text !== null)
      .join("; "),
    test: wins !== null ? "relabel" : flips !== null ? "sign-flip" : "",
    p_value: wins?.pValue ?? flips?.pValue ?? null,
    bca_low: bootstrap.low,
    bca_high: bootstrap.high,
  };
  if (wins === null) return [row];
  const { observations } = sums;
  const relabelled: SummaryRow = {
    ...emptyRow(number, tools),
    metric: "relabelled_win_share",
    estimate: wins.meanWins / observations,
    ci_low: wins.lowWins / observations,
    ci_high: wins.highWins / observations,
    method: "relabel",
  };
  return [row, relabelled];
}

/** A note with what it is of, where that is not the row's own interval. */
function noteOf(what: string, note: string | null | undefined): string | null {
  return note == null ? null : `${what}: ${note}`;
}

function winsOf({ sums }: Gathered): number {
  return sums.totals().reduce((wins, { sum }) => wins + sum, 0);
}

function bootstrapOf({ key, sums }: Gathered, { low, high }: Estimate, tools: Toolbox): ReturnType<typeof bcaInterval> {
  const none = { low: null, high: null, note: null };
  if (!HEADLINES.includes(key.metric) || !MAIN_SLICES.includes(key.slice)) return none;
  // Where the clustered interval has no width, or is none, resampling clusters says nothing either.
  if (low === null || low === high) return none;
  return bcaInterval(sums.totals(), tools.resamplesOf(sums.clusters));
}
