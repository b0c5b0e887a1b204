import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { Fault } from "../core/fault.js";
import { keyedRng, seedOf } from "../core/rng.js";
import type { PairRow, StateMessagesRow, SummaryRow } from "../core/rows.js";
import { observeContrast, observePair } from "../probes/pair-observations.js";
import { columns } from "../report/columns.js";
import { comparedTable } from "../report/compared-table.js";
import { type Summary, summarise } from "../report/summary.js";
import { wrap } from "../report/text-layout.js";
import {
  baselineNotice,
  checkComparable,
  isSameState,
  type KnownState,
  type NamedRun,
  sharedCandidates,
} from "./comparable.js";
import { checkFiles, readCompleteManifest, readJsonLines, readRows } from "./read-run.js";

interface Pairs {
  readonly run: NamedRun;
  readonly states: ReadonlyMap<string, KnownState>;
  /** By state id and candidate. */
  readonly pairs: ReadonlyMap<string, PairRow>;
}

function pairKey(stateId: string, candidate: string): string {
  return `${candidate}\n${stateId}`;
}

async function readPairs(run: NamedRun): Promise<Pairs> {
  await checkFiles(run.folder, run.manifest);
  const prompts = new Map<string, string>();
  for await (const row of readJsonLines<StateMessagesRow>(run.folder, "state_messages.jsonl")) {
    if (typeof row.prompt_sha256 !== "string") {
      const where = `${join(run.folder, "state_messages.jsonl")}: state ${row.state_id}`;
      throw new Fault({ where, expected: "a prompt_sha256, which runs of this version have", got: "none" });
    }
    prompts.set(row.state_id, row.prompt_sha256);
  }
  const states = new Map<string, KnownState>();
  for await (const row of readRows(run.folder, "states.csv", columns.states)) {
    states.set(row.state_id, { ...row, prompt_sha256: prompts.get(row.state_id) ?? "" });
  }
  const pairs = new Map<string, PairRow>();
  for await (const row of readRows(run.folder, "pairs.csv", columns.pairs)) {
    pairs.set(pairKey(row.state_id, row.candidate), row);
  }
  return { run, states, pairs };
}

async function instancesOf({ folder, manifest }: NamedRun): Promise<((trajectory: string) => string) | null> {
  if (manifest.config["cluster"] !== "instance") return null;
  const instances = new Map<string, string>();
  for await (const row of readRows(folder, "trajectories.csv", columns.trajectories)) {
    instances.set(row.trajectory_id, row.instance_id);
  }
  return (trajectory) => instances.get(trajectory) as string;
}

/** What both runs say of the states they share: slices `run=A`, `run=B` and `change`, B − A, the last also by stage. */
function observeShared(
  summary: Summary,
  first: Pairs,
  second: Pairs,
): Readonly<Record<"shared" | "apart" | "unanswered" | "alone", number>> {
  const [shared, apart, unanswered] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const [own, other] of sharedCandidates(first.run, second.run)) {
    for (const [stateId, state] of first.states) {
      const a = first.pairs.get(pairKey(stateId, own));
      const b = second.pairs.get(pairKey(stateId, other));
      const twin = second.states.get(stateId);
      if (a === undefined || b === undefined || twin === undefined) continue;
      if (!isSameState(first.run, second.run, state, twin)) {
        apart.add(stateId);
        continue;
      }
      if (a.outcome === null || b.outcome === null) {
        unanswered.add(stateId);
        continue;
      }
      shared.add(stateId);
      const probe = state.kind === "error" ? "recovery" : "matched";
      const candidate = own === other ? own : `${own} and ${other}`;
      const [before, after] = [a, b].map((pair) => ({ ...pair, candidate }));
      const observations = [
        ...observePair(probe, ["run=A"], before as PairRow, null),
        ...observePair(probe, ["run=B"], after as PairRow, null),
        ...["change", `change,stage=${state.stage}`].flatMap((slice) =>
          observeContrast(probe, slice, after as PairRow, before as PairRow),
        ),
      ];
      for (const observation of observations) summary.add({ ...observation, baseline: "" });
    }
  }
  const seen = new Set([...shared, ...apart, ...unanswered]);
  const ids = new Set([...first.states.keys(), ...second.states.keys()]);
  return { shared: shared.size, apart: apart.size, unanswered: unanswered.size, alone: ids.size - seen.size };
}

async function compare(folders: readonly [string, string], isJson: boolean): Promise<void> {
  const places = folders.map((folder) => (existsSync(folder) ? realpathSync(folder) : folder));
  if (places[0] === places[1]) {
    throw new Fault({ where: "compare", expected: "two runs", got: `${folders[0]} twice`, isUsage: true });
  }
  const [first, second] = folders.map((folder) => ({ folder, manifest: readCompleteManifest(folder) })) as [
    NamedRun,
    NamedRun,
  ];
  checkComparable(first, second);
  const { task, seed } = first.manifest.config;
  const summarySeed = seedOf(keyedRng(String(seed)).child("compare"));
  const order = { probes: ["matched", "recovery"], policies: first.manifest.config.candidates };
  const summary = summarise(task, order, { seed: summarySeed, instanceOf: await instancesOf(first) });
  const [pairsA, pairsB] = [await readPairs(first), await readPairs(second)];
  for (const { run, pairs } of [pairsA, pairsB]) {
    if (pairs.size > 0) continue;
    throw new Fault({ where: run.folder, expected: "comparisons at states (matched or recovery)", got: "none" });
  }
  const { shared, apart, unanswered, alone } = observeShared(summary, pairsA, pairsB);
  if (shared === 0 && unanswered > 0) {
    const got = `none (${unanswered} have draws without a score in one of them)`;
    throw new Fault({ where: folders.join(" and "), expected: "states that both have an answer at", got });
  }
  if (shared === 0) {
    const [own, other] = [first, second].map(({ manifest }) => manifest.config.trajectories_sha256.slice(0, 12));
    const got = own === other ? "none, of one trajectory file" : `none (trajectory files ${own} and ${other})`;
    throw new Fault({ where: folders.join(" and "), expected: "states that both visited", got });
  }
  const [a, b] = folders;
  const notice = baselineNotice(first, second);
  const rows: readonly SummaryRow[] = summary.rows();
  if (isJson) {
    process.stdout.write(
      `${JSON.stringify({ a, b, shared, apart, unanswered, alone, notice, summary: rows }, null, 2)}\n`,
    );
    return;
  }
  process.stdout.write(comparedTable(rows, { task, a, b }));
  const left = [
    [apart, "error states of one id are left out: what was injected or came of it is not the same."],
    [alone, "states were visited by one of the runs alone."],
    [unanswered, "states are left out: a draw there has no score in one of the runs."],
  ] as const;
  for (const [count, text] of left) if (count > 0) process.stdout.write(`${count} ${text}\n`);
  if (notice !== null) process.stdout.write(`${wrap(notice).join("\n")}\n`);
}

/** Adds `compare` to the program. */
export function addCompareCommand(program: Command): void {
  program
    .command("compare")
    .description("two finished runs at the states that both visited, paired")
    .argument("<run_a>", "run folder")
    .argument("<run_b>", "run folder; changes are B − A")
    .option("--json", "print the numbers as JSON", false)
    .action((a: string, b: string, { json }: { readonly json: boolean }) => compare([a, b], json));
}
