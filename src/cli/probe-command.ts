import { join } from "node:path";
import type { Command } from "commander";
import { Fault } from "../core/fault.js";
import { keyedRng } from "../core/rng.js";
import { choosers } from "../injection/choosers.js";
import { probes } from "../probes/index.js";
import { table } from "../report/table.js";
import { verdicts } from "../report/verdict.js";
import { policyEntry } from "./manifest.js";
import { fixturesFolder } from "./package.js";
import { bundledPolicies } from "./policy-options.js";
import type { ProbeOptions } from "./probe-options.js";
import { addProbeOptions } from "./probe-options.js";
import type { Registries } from "./registries.js";
import { pickRoles } from "./roles.js";
import type { RunConfig } from "./run-config.js";
import { checkRunFolder, freeFolder } from "./run-folder.js";
import { runNotices } from "./run-notices.js";
import { type ProbeRun, type RunResult, runProbes } from "./run-probes.js";
import { type Survey, surveyTrajectories } from "./survey.js";
import { type Opened, withOpened } from "./with-opened.js";

/** All that the run's numbers depend on. */
function configOf(
  options: ProbeOptions,
  settings: Readonly<Record<string, string>>,
  run: Pick<ProbeRun, "context" | "survey">,
): RunConfig {
  const { baseline, candidates } = run.context;
  return {
    task: options.task,
    probes: options.probe,
    trajectories_sha256: run.survey.sha256,
    skip_invalid: options.skipInvalid,
    baseline: baseline.info.name,
    candidates: candidates.map((policy) => policy.info.name),
    policies: [baseline, ...candidates].map(({ info }) => policyEntry(info)),
    samples: options.samples,
    states: options.states ?? null,
    seed: options.seed,
    scorer: settings,
    inject: options.inject,
    cluster: options.cluster,
  };
}

async function printResult(options: ProbeOptions, run: ProbeRun, written: RunResult): Promise<void> {
  const { context, folder, survey } = run;
  const asked = {
    task: options.task,
    baseline: context.baseline.info.name,
    candidates: context.candidates.map((policy) => policy.info.name),
    samples: options.probe.some((name) => name !== "support") ? options.samples : null,
    states: survey.states,
    trajectories: survey.trajectories,
  };
  const { summary } = written;
  const notices = runNotices(written, options.cluster);
  if (options.json) {
    const found = { ...asked, out: folder, verdicts: verdicts(summary), notices, summary };
    process.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
    await written.saveReport();
    return;
  }
  process.stdout.write(table(summary, asked, process.stdout.isTTY && process.env["NO_COLOR"] === undefined));
  for (const notice of notices) process.stdout.write(`${notice}\n`);
  await written.saveReport();
  process.stdout.write(`CSVs and manifest: ${folder}; charts and states: ${join(folder, "report.html")}\n`);
}

async function probe(options: ProbeOptions, registries: Registries): Promise<void> {
  if (options.resume && options.out === undefined) {
    throw new Fault({ where: "--resume", expected: "--out with the folder to go on with", got: "none", isUsage: true });
  }
  const folder = options.out ?? freeFolder(options.task);
  checkRunFolder(folder, options.resume);
  const folders = options.policy ?? bundledPolicies(options.task);
  if (folders.length < 2)
    throw new Fault({
      where: "--policy",
      expected: "at least two policies",
      got: String(folders.length),
      isUsage: true,
    });
  const hint = `interrupted; the same command with --out ${folder} --resume goes on from here`;
  await withOpened(options, folders, registries, hint, (opened) => probeWith(opened, folder, options));
}

async function probeWith(opened: Opened, folder: string, options: ProbeOptions): Promise<void> {
  const { task, scorer, settings, policies } = opened;
  const file = options.trajectories ?? join(fixturesFolder(options.task), "trajectories.jsonl");
  const rng = keyedRng(String(options.seed));
  const { baseline, candidates } = pickRoles(policies, options.baseline, options.candidate);
  const chooser = choosers[options.inject] as (typeof choosers)[string];
  if (chooser.needsProbabilities && task.actions === null) {
    const expected = `a chooser that needs no probabilities: the actions of ${task.name} cannot be enumerated`;
    throw new Fault({ where: "--inject", expected, got: chooser.name, isUsage: true });
  }
  if (chooser.source === "mutants" && scorer.judge === undefined) {
    const expected = `a chooser of actions, not of programs: ${task.name} has none`;
    throw new Fault({ where: "--inject", expected, got: chooser.name, isUsage: true });
  }
  const survey: Survey = await surveyTrajectories(file, {
    task,
    vocabularyOf: (name) => (policies.find((policy) => policy.info.name === name) ?? baseline).info.vocabulary,
    skipInvalid: options.skipInvalid,
    states: options.states ?? null,
    rng,
    keepsActions: chooser.source === "pool",
  });
  if (options.policy === undefined && options.trajectories !== undefined) {
    const names = policies.map(({ info }) => info.name).join(", ");
    process.stderr.write(`no --policy: the bundled ${names} are compared at the states of ${options.trajectories}\n`);
  }
  for (const message of survey.excluded) process.stderr.write(`left out: ${message}\n`);
  const { poolOf } = survey;
  const context = { task, scorer, chooser, poolOf, baseline, candidates, samples: options.samples, rng };
  const run: ProbeRun = {
    folder,
    resume: options.resume,
    config: configOf(options, settings, { context, survey }),
    probes: options.probe.map((name) => probes[name] as (typeof probes)[string]),
    context,
    survey,
    cluster: options.cluster,
    concurrency: 2 * options.workers + 2,
  };
  await printResult(options, run, await runProbes(run));
}

/** Adds `probe` to the program. */
export function addProbeCommand(program: Command, registries: Registries): void {
  const command = program.command("probe").description("compare policies at saved states");
  addProbeOptions(command, registries).action((options: ProbeOptions) => probe(options, registries));
}
