import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { Fault } from "../core/fault.js";
import type { Probe, ProbeContext, UnitRows } from "../probes/probe.js";
import { probeTrajectory } from "../probes/probe-trajectory.js";
import type { ClusterKind } from "../report/summary.js";
import { mapInOrder } from "./in-order.js";
import { openJournal } from "./journal.js";
import { policyEntry, provenance } from "./manifest.js";
import { showProgress } from "./progress.js";
import { readReport, readSummary } from "./read-report.js";
import { checkFiles, readCompleteManifest } from "./read-run.js";
import type { RunConfig } from "./run-config.js";
import { countsOf, runFacts } from "./run-facts.js";
import { openRunFolder } from "./run-folder.js";
import type { RunCounts } from "./run-notices.js";
import type { Selected, Survey } from "./survey.js";
import { REPORT, writeReport } from "./write-report.js";
import { type WrittenRun, writeRun } from "./write-run.js";

export interface ProbeRun {
  readonly folder: string;
  readonly resume: boolean;
  readonly config: RunConfig;
  readonly probes: readonly Probe[];
  readonly context: ProbeContext;
  readonly survey: Survey;
  readonly cluster: ClusterKind;
  /** Trajectories under way at once. */
  readonly concurrency: number;
}

/** What a run gave, to be printed; the report comes after it, so that its failure hides nothing. */
export interface RunResult extends RunCounts, Pick<WrittenRun, "summary"> {
  saveReport(): Promise<void>;
}

/** A complete run, from its files; its report is made where a kill left none. */
async function finishedRun(folder: string): Promise<RunResult> {
  const manifest = readCompleteManifest(folder);
  await checkFiles(folder, manifest);
  process.stderr.write(`${folder} holds this run, complete: nothing to do\n`);
  return {
    summary: await readSummary(folder),
    ...countsOf(manifest),
    async saveReport() {
      if (!existsSync(join(folder, REPORT))) writeReport(join(folder, REPORT), [await readReport(folder)]);
    },
  };
}

/** The trajectories that the journal does not hold. Throws a Fault when it holds other ones, or more. */
async function* remaining(
  items: AsyncIterable<Selected>,
  journal: string,
  done: readonly string[],
): AsyncGenerator<Selected> {
  let index = 0;
  for await (const item of items) {
    const { trajectoryId } = item.trajectory;
    const found = done[index];
    index += 1;
    if (found === undefined) yield item;
    else if (found !== trajectoryId) {
      throw new Fault({ where: `${journal}:${index}`, expected: `trajectory ${trajectoryId}`, got: found });
    }
  }
  const extra = done[index];
  if (extra !== undefined) {
    throw new Fault({ where: `${journal}:${index + 1}`, expected: "no more trajectories", got: extra });
  }
}

function trajectoryIdOf(value: unknown): string {
  return (value as Partial<UnitRows> | null)?.trajectories?.[0]?.trajectory_id ?? "something else";
}

/**
 * Runs the probes on every selected trajectory and fills the run folder. Each finished trajectory is kept in a journal,
 * from which a resumed run goes on; a run that was complete already is read from its folder. Throws a Fault when the folder is not usable or a
 * model fails at a state.
 */
export async function runProbes(run: ProbeRun): Promise<RunResult> {
  const { survey, context, probes } = run;
  const open = openRunFolder(run.folder, run.resume, run.config);
  if (open === null) return finishedRun(run.folder);
  const startedMs = Date.now();
  const done: string[] = [];
  const journal = await openJournal(open.journalFile, (value) => done.push(trajectoryIdOf(value)));
  let finished = journal.found;
  const progress = showProgress("trajectories", survey.trajectories, finished);
  try {
    const work = ({ trajectory, states }: Selected): Promise<UnitRows> =>
      probeTrajectory(trajectory, states, probes, context);
    for await (const rows of mapInOrder(remaining(survey.select(), open.journalFile, done), run.concurrency, work)) {
      journal.append(rows);
      finished += 1;
      progress.advance();
    }
  } catch (error) {
    open.dropIfEmpty(finished);
    throw error;
  } finally {
    progress.stop();
    journal.close();
  }
  if (process.stderr.isTTY) process.stderr.write(`writing ${run.folder} …\n`);
  const policies = [context.baseline, ...context.candidates];
  const order = { probes: probes.map((probe) => probe.name), policies: policies.map((policy) => policy.info.name) };
  const written = await writeRun({
    journalFile: open.journalFile,
    fileIn: open.file,
    task: context.task.name,
    probes,
    order,
    cluster: run.cluster,
    rng: context.rng,
  });
  open.complete({
    wall_seconds: (Date.now() - startedMs) / 1000,
    ...provenance(run.config["seed"]),
    scorer: { name: context.scorer.name, description: context.scorer.description },
    policies: policies.map(({ info, usage }) => ({ ...policyEntry(info), folder: info.folder, tokens: usage })),
    counts: {
      planned: survey.trajectories,
      done: finished,
      failed: survey.trajectories - finished,
      excluded: survey.excluded.length,
      ...written.counts,
      passed_over: written.passedOver,
      outcomes: written.outcomes,
    },
    excluded: survey.excluded,
    files: written.files,
  });
  const facts = runFacts(basename(resolve(run.folder)), readCompleteManifest(run.folder), written.summary);
  return {
    ...written,
    saveReport: async () => writeReport(join(run.folder, REPORT), [written.report.report(facts)]),
  };
}
