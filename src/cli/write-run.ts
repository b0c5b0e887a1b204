import { PassThrough } from "node:stream";
import { type Rng, seedOf } from "../core/rng.js";
import type { SampleRow, StateRow, SummaryRow } from "../core/rows.js";
import type { Probe, UnitRows } from "../probes/probe.js";
import { unitDraws } from "../probes/unit-draws.js";
import { actionCell } from "../report/action-cell.js";
import type { Columns } from "../report/column.js";
import { columns } from "../report/columns.js";
import { csvStream } from "../report/csv-stream.js";
import { type ReportBuilder, reportBuilder, trajectoryOrder } from "../report/run-report.js";
import { shrunkPairs } from "../report/shrunk-pairs.js";
import { type ClusterKind, type SummaryOrder, summarise } from "../report/summary.js";
import { readJournal } from "./journal.js";
import { openWhole, type WholeFile, type WrittenFile } from "./whole-file.js";

export interface Outcomes {
  readonly trajectories: number;
  readonly successes: number;
}

/** Totals over the journal, and what was written of it. */
export interface WrittenRun {
  readonly files: readonly WrittenFile[];
  readonly summary: readonly SummaryRow[];
  readonly counts: Readonly<Record<"trajectories" | "instances" | "states" | "error_states" | "unscored", number>>;
  readonly passedOver: Readonly<Record<string, number>>;
  /** How the saved trajectories ended, by the policy that acted. */
  readonly outcomes: Readonly<Record<string, Outcomes>>;
  /** Has all rows. */
  readonly report: ReportBuilder;
}

type RowFiles = ReturnType<typeof openFiles>;

function openFiles(fileIn: (name: string) => string) {
  const csv = <Row extends object>(name: string, shape: Columns<Row>): WholeFile<Row> =>
    openWhole(fileIn(name), csvStream(shape));
  return {
    trajectories: csv("trajectories.csv", columns.trajectories),
    states: csv("states.csv", columns.states),
    samples: csv("samples.csv", columns.samples),
    exactActions: csv("exact_actions.csv", columns.exactActions),
    pairs: csv("pairs.csv", columns.pairs),
    nllActions: csv("nll_actions.csv", columns.nllActions),
    nllTrajectories: csv("nll_trajectories.csv", columns.nllTrajectories),
    summary: csv("summary.csv", columns.summary),
    longActions: openWhole<string>(fileIn("actions.jsonl"), new PassThrough()),
    messages: openWhole<string>(fileIn("state_messages.jsonl"), new PassThrough()),
  };
}

async function writeAll<Row>(file: WholeFile<Row>, rows: readonly Row[]): Promise<void> {
  for (const row of rows) await file.write(row);
}

/** An action too long for its cell goes to actions.jsonl; its cell names it by hash, as the cell of what was parsed does. */
async function writeSample(files: RowFiles, row: SampleRow): Promise<void> {
  const { state_id, policy, sample_index, action, parsed } = row;
  const { cell, aside } = actionCell(action);
  await files.samples.write({ ...row, action: cell, parsed: parsed === null ? null : actionCell(parsed).cell });
  if (aside)
    await files.longActions.write(jsonLine({ state_id, policy, sample_index, action_sha256_prefix: cell, action }));
}

/** The same for the action that was injected to make an error state. */
async function writeState(files: RowFiles, row: StateRow): Promise<void> {
  const { state_id, injected_action: action } = row;
  const { cell, aside } = actionCell(action ?? "");
  await files.states.write(aside ? { ...row, injected_action: cell } : row);
  if (aside) await files.longActions.write(jsonLine({ state_id, action_sha256_prefix: cell, action }));
}

function jsonLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** All of one trajectory but its pairs, which wait for the whole run. */
async function writeUnit(files: RowFiles, unit: UnitRows): Promise<void> {
  await writeAll(files.trajectories, unit.trajectories);
  for (const row of unit.states) await writeState(files, row);
  for (const row of unit.samples) await writeSample(files, row);
  await writeAll(files.exactActions, unit.exactActions);
  await writeAll(files.nllActions, unit.nllActions);
  await writeAll(files.nllTrajectories, unit.nllTrajectories);
  await writeAll(files.messages, unit.messages.map(jsonLine));
}

/** What a run folder is written from. */
export interface RunSource {
  readonly journalFile: string;
  fileIn(name: string): string;
  readonly task: string;
  readonly probes: readonly Probe[];
  readonly order: SummaryOrder;
  readonly cluster: ClusterKind;
  readonly rng: Rng;
}

/** Every file of a run folder, from its journal, which is read twice: memory grows by some numbers a state alone. */
export async function writeRun({ journalFile, probes, rng, ...source }: RunSource): Promise<WrittenRun> {
  const files = openFiles(source.fileIn);
  const all: readonly Omit<WholeFile<never>, "write">[] = Object.values(files);
  const instances = new Map<string, string>();
  const instanceOf = source.cluster === "instance" ? (id: string) => instances.get(id) as string : null;
  const summary = summarise(source.task, source.order, { seed: seedOf(rng.child("summary")), instanceOf });
  const shrunk = shrunkPairs();
  const counts = { trajectories: 0, states: 0, error_states: 0, unscored: 0 };
  const passedOver: Record<string, number> = {};
  const statesOf = new Map<string, number>();
  const outcomes = new Map<string, Outcomes>();
  try {
    for await (const unit of readJournal<UnitRows>(journalFile)) {
      for (const { trajectory_id, instance_id, policy, success } of unit.trajectories) {
        instances.set(trajectory_id, instance_id);
        const { trajectories, successes } = outcomes.get(policy) ?? { trajectories: 0, successes: 0 };
        outcomes.set(policy, { trajectories: trajectories + 1, successes: successes + Number(success) });
      }
      await writeUnit(files, unit);
      const draws = unitDraws(unit, rng);
      for (const probe of probes) for (const observation of probe.observe(unit, draws)) summary.add(observation);
      for (const pair of unit.pairs) shrunk.add(pair);
      counts.trajectories += unit.trajectories.length;
      counts.unscored += unit.samples.filter(({ unscored }) => unscored !== null).length;
      for (const { kind, trajectory_id } of unit.states) {
        counts[kind === "error" ? "error_states" : "states"] += 1;
        statesOf.set(trajectory_id, (statesOf.get(trajectory_id) ?? 0) + 1);
      }
      for (const [reason, count] of Object.entries(unit.passedOver)) {
        passedOver[reason] = (passedOver[reason] ?? 0) + count;
      }
    }
    const report = reportBuilder(source.order.policies, trajectoryOrder(statesOf, rng));
    for await (const unit of readJournal<UnitRows>(journalFile)) {
      const pairs = unit.pairs.map(shrunk.filled);
      await writeAll(files.pairs, pairs);
      report.add({ ...unit, pairs });
    }
    const rows = summary.rows();
    await writeAll(files.summary, rows);
    const written = await Promise.all(all.map((file) => file.finish()));
    for (const file of all) file.publish();
    const distinct = new Set(instances.values()).size;
    return {
      files: written,
      summary: rows,
      counts: { ...counts, instances: distinct },
      passedOver,
      outcomes: Object.fromEntries(outcomes),
      report,
    };
  } catch (error) {
    await Promise.all(all.map((file) => file.discard()));
    throw error;
  }
}
