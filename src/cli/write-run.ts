import type { SampleRow, SummaryRow } from "../core/rows.js";
import type { Probe, UnitRows } from "../probes/probe.js";
import { actionCell } from "../report/action-cell.js";
import type { Columns } from "../report/column.js";
import { columns } from "../report/columns.js";
import { csvStream } from "../report/csv-stream.js";
import { type SummaryOrder, summarise } from "../report/summary.js";
import { readJournal } from "./journal.js";
import { type WrittenFile, writeWhole } from "./whole-file.js";

/** A file of the run folder, as the manifest lists it. */
export interface RunFile extends WrittenFile {
  readonly name: string;
  readonly rows: number;
}

/** Totals over the journal. */
export interface WrittenRun {
  readonly files: readonly RunFile[];
  readonly summary: readonly SummaryRow[];
  readonly counts: Readonly<Record<string, number>>;
  readonly passedOver: Readonly<Record<string, number>>;
}

/** Every file of a run folder from its journal, one pass of the journal a file: memory does not grow with the run. */
export async function writeRun(
  journalFile: string,
  fileIn: (name: string) => string,
  task: string,
  probes: readonly Probe[],
  order: SummaryOrder,
): Promise<WrittenRun> {
  const files: RunFile[] = [];
  const units = (): AsyncGenerator<UnitRows> => readJournal<UnitRows>(journalFile);

  async function writeCsv<Row extends object>(
    name: string,
    shape: Columns<Row>,
    rows: AsyncGenerator<Row>,
  ): Promise<void> {
    let count = 0;
    async function* counted(): AsyncGenerator<Row> {
      for await (const row of rows) {
        count += 1;
        yield row;
      }
    }
    const written = await writeWhole(fileIn(name), counted(), csvStream(shape));
    files.push({ name, rows: count, ...written });
  }

  async function* each<Key extends Exclude<keyof UnitRows, "passedOver">>(
    key: Key,
  ): AsyncGenerator<UnitRows[Key][number]> {
    for await (const unit of units()) yield* unit[key];
  }

  async function* samples(): AsyncGenerator<SampleRow> {
    for await (const row of each("samples")) yield { ...row, action: actionCell(row.action).cell };
  }

  let aside = 0;
  async function* longActions(): AsyncGenerator<string> {
    for await (const { state_id, policy, sample_index, action } of each("samples")) {
      const { cell, aside: isAside } = actionCell(action);
      if (!isAside) continue;
      aside += 1;
      yield `${JSON.stringify({ state_id, policy, sample_index, action_sha256: cell, action })}\n`;
    }
  }

  const summary = summarise(task, order);
  const passedOver: Record<string, number> = {};
  const counts = { trajectories: 0, states: 0, error_states: 0 };
  for await (const unit of units()) {
    counts.trajectories += unit.trajectories.length;
    for (const { kind } of unit.states) counts[kind === "error" ? "error_states" : "states"] += 1;
    for (const [reason, count] of Object.entries(unit.passedOver))
      passedOver[reason] = (passedOver[reason] ?? 0) + count;
    for (const probe of probes) for (const observation of probe.observe(unit)) summary.add(observation);
  }
  async function* summaryRows(): AsyncGenerator<SummaryRow> {
    yield* summary.rows();
  }

  await writeCsv("trajectories.csv", columns.trajectories, each("trajectories"));
  await writeCsv("states.csv", columns.states, each("states"));
  await writeCsv("samples.csv", columns.samples, samples());
  await writeCsv("exact_actions.csv", columns.exactActions, each("exactActions"));
  await writeCsv("pairs.csv", columns.pairs, each("pairs"));
  await writeCsv("nll_actions.csv", columns.nllActions, each("nllActions"));
  await writeCsv("nll_trajectories.csv", columns.nllTrajectories, each("nllTrajectories"));
  await writeCsv("summary.csv", columns.summary, summaryRows());
  const actions = await writeWhole(fileIn("actions.jsonl"), longActions());
  files.push({ name: "actions.jsonl", rows: aside, ...actions });
  return { files, summary: summary.rows(), counts, passedOver };
}
