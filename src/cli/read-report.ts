import { basename, resolve } from "node:path";
import { keyedRng } from "../core/rng.js";
import type { StateMessagesRow, StateRow, SummaryRow } from "../core/rows.js";
import { columns } from "../report/columns.js";
import type { RunReport } from "../report/report-data.js";
import { type ReportBuilder, reportBuilder, trajectoryOrder } from "../report/run-report.js";
import { checkFiles, readCompleteManifest, readJsonLines, readRows } from "./read-run.js";
import { runFacts } from "./run-facts.js";

/**
 * What the report shows of a finished run, from the files of its folder. Throws a Fault on what no such run holds.
 *
 * @param runs how many share the report, and its size
 */
export async function readReport(folder: string, runs = 1): Promise<RunReport> {
  const manifest = readCompleteManifest(folder);
  await checkFiles(folder, manifest);
  const summary = await readSummary(folder);
  const counts = new Map<string, number>();
  for await (const { trajectory_id } of readRows(folder, "states.csv", columns.states)) {
    counts.set(trajectory_id, (counts.get(trajectory_id) ?? 0) + 1);
  }
  const { baseline, candidates, seed } = manifest.config;
  const builder = reportBuilder([baseline, ...candidates], trajectoryOrder(counts, keyedRng(String(seed))));
  await addRows(folder, builder);
  return builder.report(runFacts(basename(resolve(folder)), manifest, summary), runs);
}

/** All of summary.csv. */
export async function readSummary(folder: string): Promise<readonly SummaryRow[]> {
  const rows: SummaryRow[] = [];
  for await (const row of readRows(folder, "summary.csv", columns.summary)) rows.push(row);
  return rows;
}

interface LongAction {
  readonly state_id: string;
  readonly policy?: string;
  readonly sample_index?: number;
  readonly action: string;
}

function longKey({ state_id, policy, sample_index }: Omit<LongAction, "action">): string {
  return JSON.stringify([state_id, policy, sample_index]);
}

/** The texts that lie aside: of samples, and of injected actions by their state alone. */
async function longActions(folder: string, states: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for await (const row of readJsonLines<LongAction>(folder, "actions.jsonl")) {
    if (states.has(row.state_id)) texts.set(longKey(row), row.action);
  }
  return texts;
}

async function addRows(folder: string, builder: ReportBuilder): Promise<void> {
  const rows: StateRow[] = [];
  for await (const row of readRows(folder, "states.csv", columns.states)) {
    if (builder.takes(row.trajectory_id)) rows.push(row);
  }
  const long = await longActions(folder, new Set(rows.map((row) => row.state_id)));
  for (const row of rows) {
    const injected_action = long.get(longKey({ state_id: row.state_id })) ?? row.injected_action;
    builder.add({ states: [{ ...row, injected_action }] });
  }
  for await (const row of readJsonLines<StateMessagesRow>(folder, "state_messages.jsonl")) {
    builder.add({ messages: [row] });
  }
  const isShown = (cell: (column: "state_id") => string): boolean => builder.shows(cell("state_id"));
  for await (const row of readRows(folder, "samples.csv", columns.samples, isShown)) {
    builder.add({ samples: [{ ...row, action: long.get(longKey(row)) ?? row.action }] });
  }
  for await (const row of readRows(folder, "exact_actions.csv", columns.exactActions, isShown)) {
    builder.add({ exactActions: [row] });
  }
  for await (const row of readRows(folder, "pairs.csv", columns.pairs)) builder.add({ pairs: [row] });
  for await (const row of readRows(folder, "nll_actions.csv", columns.nllActions)) builder.add({ nllActions: [row] });
}
