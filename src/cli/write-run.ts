import { PassThrough } from "node:stream";
import type { SampleRow, StateRow, SummaryRow } from "../core/rows.js";
import type { Probe, UnitRows } from "../probes/probe.js";
import { actionCell } from "../report/action-cell.js";
import type { Columns } from "../report/column.js";
import { columns } from "../report/columns.js";
import { csvStream } from "../report/csv-stream.js";
import { type ClusterKind, type SummaryOrder, summarise } from "../report/summary.js";
import { readJournal } from "./journal.js";
import { openWhole, type WholeFile, type WrittenFile } from "./whole-file.js";

/** Totals over the journal, and what was written of it. */
export interface WrittenRun {
  readonly files: readonly WrittenFile[];
  readonly summary: readonly SummaryRow[];
  readonly counts: Readonly<Record<"trajectories" | "instances" | "states" | "error_states" | "unscored", number>>;
  readonly passedOver: Readonly<Record<string, number>>;
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

async function writeUnit(files: RowFiles, unit: UnitRows): Promise<void> {
  await writeAll(files.trajectories, unit.trajectories);
  for (const row of unit.states) await writeState(files, row);
  for (const row of unit.samples) await writeSample(files, row);
  await writeAll(files.exactActions, unit.exactActions);
  await writeAll(files.pairs, unit.pairs);
  await writeAll(files.nllActions, unit.nllActions);
  await writeAll(files.nllTrajectories, unit.nllTrajectories);
}

/** Every file of a run folder in one pass over its journal: memory grows with the trajectories, not with the states. */
export async function writeRun(
  journalFile: string,
  fileIn: (name: string) => string,
  task: string,
  probes: readonly Probe[],
  order: SummaryOrder,
  cluster: ClusterKind,
): Promise<WrittenRun> {
  const files = openFiles(fileIn);
  const all: readonly Omit<WholeFile<never>, "write">[] = Object.values(files);
  const instanceOf = new Map<string, string>();
  const summary = summarise(task, order, cluster === "instance" ? (id) => instanceOf.get(id) as string : null);
  const counts = { trajectories: 0, states: 0, error_states: 0, unscored: 0 };
  const passedOver: Record<string, number> = {};
  try {
    for await (const unit of readJournal<UnitRows>(journalFile)) {
      for (const { trajectory_id, instance_id } of unit.trajectories) instanceOf.set(trajectory_id, instance_id);
      await writeUnit(files, unit);
      for (const probe of probes) for (const observation of probe.observe(unit)) summary.add(observation);
      counts.trajectories += unit.trajectories.length;
      counts.unscored += unit.samples.filter(({ unscored }) => unscored !== null).length;
      for (const { kind } of unit.states) counts[kind === "error" ? "error_states" : "states"] += 1;
      for (const [reason, count] of Object.entries(unit.passedOver)) {
        passedOver[reason] = (passedOver[reason] ?? 0) + count;
      }
    }
    await writeAll(files.summary, summary.rows());
    const written = await Promise.all(all.map((file) => file.finish()));
    for (const file of all) file.publish();
    const instances = new Set(instanceOf.values()).size;
    return { files: written, summary: summary.rows(), counts: { ...counts, instances }, passedOver };
  } catch (error) {
    await Promise.all(all.map((file) => file.discard()));
    throw error;
  }
}
