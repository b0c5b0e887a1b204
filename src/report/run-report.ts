import type { Rng } from "../core/rng.js";
import type { ExactActionRow, NllActionRow, PairRow, SampleRow, StateMessagesRow, StateRow } from "../core/rows.js";
import { explorerStates } from "./explorer-states.js";
import { inertJson } from "./inert-json.js";
import { nllQuantiles } from "./nll-quantiles.js";
import type { ExplorerState, QualityPoint, RunReport, Sampled } from "./report-data.js";
import { verdicts } from "./verdict.js";

/** Most states of the explorer, and most bytes of those of all runs in the page; most points of the chart of states. */
const EXPLORER_STATES = 3000;
const EXPLORER_BYTES = 8e6;
const POINTS = 3000;

/** Rows of a run, some at a time: a state's own row before all others of it. */
export interface ReportRows {
  readonly states?: readonly StateRow[];
  readonly messages?: readonly StateMessagesRow[];
  readonly samples?: readonly SampleRow[];
  readonly exactActions?: readonly ExactActionRow[];
  readonly pairs?: readonly PairRow[];
  readonly nllActions?: readonly NllActionRow[];
}

/** What the manifest and the summary say of a run. */
export type RunFacts = Omit<RunReport, "policies" | "verdicts" | "points" | "nll" | "explorer">;

/** A run's states by trajectory, in the order in which the report takes them until it is full. */
export type TrajectoryOrder = readonly { readonly trajectory: string; readonly states: number }[];

/** The order of keyed numbers: the same for a run however it is read. */
export function trajectoryOrder(states: ReadonlyMap<string, number>, rng: Rng): TrajectoryOrder {
  const keyed = rng.child("report");
  return [...states]
    .map(([trajectory, count]) => ({ trajectory, states: count, place: keyed.child(trajectory).uniform(0) }))
    .sort((a, b) => a.place - b.place);
}

export interface ReportBuilder {
  /** Whether the explorer takes the states of a trajectory. */
  takes(trajectory: string): boolean;
  /** Whether it shows a state, once the state's own row was added. */
  shows(stateId: string): boolean;
  add(rows: ReportRows): void;
  /** @param runs how many share the page's bytes; 1 by default */
  report(facts: RunFacts, runs?: number): RunReport;
}

/** @param policies all of the run, baseline first */
export function reportBuilder(policies: readonly string[], order: TrajectoryOrder): ReportBuilder {
  const total = order.reduce((sum, { states }) => sum + states, 0);
  const shown = firstOf(order, EXPLORER_STATES);
  const plotted = firstOf(order, POINTS);
  const explorer = explorerStates(policies);
  const nll = nllQuantiles();
  const points: QualityPoint[] = [];
  let pairs = 0;
  return {
    takes: (trajectory) => shown.has(trajectory),
    shows: explorer.has,
    add(rows) {
      for (const row of rows.states ?? []) if (shown.has(row.trajectory_id)) explorer.addState(row);
      for (const row of rows.messages ?? []) explorer.addMessages(row);
      for (const row of rows.samples ?? []) explorer.addSample(row);
      for (const row of rows.exactActions ?? []) explorer.addExactAction(row);
      for (const row of rows.nllActions ?? []) nll.add(row);
      for (const row of rows.pairs ?? []) {
        explorer.addPair(row);
        const point = pointOf(row);
        if (point === null) continue;
        pairs += 1;
        if (plotted.has(row.trajectory_id)) points.push(point);
      }
    },
    report: (facts, runs = 1) => ({
      ...facts,
      policies,
      verdicts: verdicts(facts.summary),
      points: { shown: points, total: pairs },
      nll: nll.groups(),
      explorer: upTo(explorer.states(), order, total, EXPLORER_BYTES / runs),
    }),
  };
}

/** The first trajectories that hold at most `limit` states together, and at least one trajectory. */
function firstOf(order: TrajectoryOrder, limit: number): ReadonlySet<string> {
  const chosen = new Set<string>();
  let states = 0;
  for (const one of order) {
    if (chosen.size > 0 && states + one.states > limit) break;
    states += one.states;
    chosen.add(one.trajectory);
  }
  return chosen;
}

/**
 * Whole trajectories of the states, in the given order, up to so many bytes; then as they came. Of a first trajectory that
 * is larger alone, the states that fit.
 */
function upTo(
  states: readonly ExplorerState[],
  order: TrajectoryOrder,
  total: number,
  bytes: number,
): Sampled<ExplorerState> {
  const sizes = new Map(states.map((state) => [state, Buffer.byteLength(inertJson(state))]));
  const byTrajectory = new Map<string, ExplorerState[]>();
  for (const state of states) {
    const known = byTrajectory.get(state.trajectory);
    if (known === undefined) byTrajectory.set(state.trajectory, [state]);
    else known.push(state);
  }
  const kept = new Set<ExplorerState>();
  let left = bytes;
  for (const { trajectory } of order) {
    const own = byTrajectory.get(trajectory) ?? [];
    const size = own.reduce((sum, state) => sum + (sizes.get(state) as number), 0);
    if (kept.size > 0 && size > left) break;
    for (const state of own) {
      left -= sizes.get(state) as number;
      if (left >= 0) kept.add(state);
    }
  }
  return { shown: states.filter((state) => kept.has(state)), total };
}

/** Null where a policy has no quality. */
function pointOf(pair: PairRow): QualityPoint | null {
  const isExact = pair.exact_outcome !== null;
  const baselineQuality = isExact ? pair.baseline_exact : pair.baseline_mean;
  const candidateQuality = isExact ? pair.candidate_exact : pair.candidate_mean;
  const outcome = isExact ? pair.exact_outcome : pair.outcome;
  if (baselineQuality === null || candidateQuality === null || outcome === null) return null;
  const { state_id: stateId, kind, candidate } = pair;
  return { stateId, kind, candidate, baselineQuality, candidateQuality, outcome };
}
