import { join } from "node:path";
import { type Command, Option } from "commander";
import { Fault } from "../core/fault.js";
import type { Policy } from "../core/policy.js";
import { keyedRng } from "../core/rng.js";
import type { ScorerFactory } from "../core/scorer.js";
import type { Task } from "../core/task.js";
import { choosers } from "../injection/choosers.js";
import { type PassedOver, passedOverReasons } from "../injection/inject-error.js";
import { probes } from "../probes/index.js";
import { type ClusterKind, clusterKinds } from "../report/summary.js";
import { table } from "../report/table.js";
import { onInterrupt } from "./interrupt.js";
import { policyEntry } from "./manifest.js";
import { oneOf, someOf, wholeNumber } from "./option-values.js";
import { fixturesFolder } from "./package.js";
import { addPolicyOptions, bundledPolicies, closeAll, openPolicies, type PolicyOptions } from "./policy-options.js";
import type { Registries } from "./registries.js";
import type { RunConfig } from "./run-config.js";
import { checkRunFolder, freeFolder } from "./run-folder.js";
import { type ProbeRun, runProbes } from "./run-probes.js";
import { type Survey, surveyTrajectories } from "./survey.js";
import type { WrittenRun } from "./write-run.js";

interface ProbeOptions extends PolicyOptions {
  readonly task: string;
  readonly probe: readonly string[];
  readonly out?: string;
  readonly trajectories?: string;
  readonly baseline?: string;
  readonly candidate?: readonly string[];
  readonly samples: number;
  readonly states?: number;
  readonly seed: number;
  readonly inject: string;
  readonly cluster: ClusterKind;
  readonly resume: boolean;
  readonly skipInvalid: boolean;
  readonly json: boolean;
  /** Scorers' own options lie beside these, by flag. */
  readonly [scorerOption: string]: unknown;
}

function pickPolicies(policies: readonly Policy[], options: ProbeOptions): { baseline: Policy; candidates: Policy[] } {
  const names = policies.map((policy) => policy.info.name);
  const named = (flag: string, name: string): Policy => {
    const found = policies.find((policy) => policy.info.name === name);
    if (found === undefined)
      throw new Fault({ where: flag, expected: `one of ${names.join(", ")}`, got: name, isUsage: true });
    return found;
  };
  const baseline = named("--baseline", options.baseline ?? (names.includes("base") ? "base" : (names[0] as string)));
  const wanted = options.candidate?.map((name) => named("--candidate", name)) ?? policies;
  const candidates = [...new Set(wanted)].filter((policy) => policy !== baseline);
  if (candidates.length === 0) {
    const expected = "a policy beside the baseline";
    throw new Fault({
      where: options.candidate === undefined ? "--policy" : "--candidate",
      expected,
      got: "none",
      isUsage: true,
    });
  }
  return { baseline, candidates };
}

function scorerSettings(factory: ScorerFactory, options: ProbeOptions): Readonly<Record<string, string>> {
  return Object.fromEntries(factory.options.map(({ flag }) => [flag, String(options[flag])]));
}

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

function printResult(options: ProbeOptions, run: ProbeRun, written: WrittenRun): void {
  const { context, folder, survey } = run;
  const asked = {
    task: options.task,
    baseline: context.baseline.info.name,
    candidates: context.candidates.map((policy) => policy.info.name),
    samples: options.probe.some((name) => name !== "support") ? options.samples : null,
    states: survey.states,
    trajectories: survey.trajectories,
  };
  if (options.json) {
    process.stdout.write(`${JSON.stringify({ ...asked, out: folder, summary: written.summary }, null, 2)}\n`);
    return;
  }
  process.stdout.write(table(written.summary, asked, process.stdout.isTTY && process.env["NO_COLOR"] === undefined));
  for (const [reason, count] of Object.entries(written.passedOver)) {
    process.stdout.write(`${count} saved states have no error state: ${passedOverReasons[reason as PassedOver]}.\n`);
  }
  const { trajectories, instances } = written.counts;
  if (instances < trajectories && options.cluster === "trajectory") {
    const shared = `${trajectories} trajectories share ${instances} instances, and the intervals do not know it`;
    process.stdout.write(`${shared}: see --cluster instance.\n`);
  }
  process.stdout.write(`CSVs and manifest: ${folder}\n`);
}

async function probe(task: Task, factory: ScorerFactory, options: ProbeOptions): Promise<void> {
  if (options.resume && options.out === undefined) {
    throw new Fault({ where: "--resume", expected: "--out with the folder to go on with", got: "none", isUsage: true });
  }
  const settings = scorerSettings(factory, options);
  const scorer = factory.create(settings);
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
  const opening = openPolicies(folders, options);
  onInterrupt(`interrupted; the same command with --out ${folder} --resume goes on from here`, async () =>
    closeAll(await opening.catch(() => [])),
  );
  const policies = await opening;
  try {
    const file = options.trajectories ?? join(fixturesFolder(options.task), "trajectories.jsonl");
    const rng = keyedRng(String(options.seed));
    const { baseline, candidates } = pickPolicies(policies, options);
    const survey: Survey = await surveyTrajectories(file, {
      task,
      vocabularyOf: (name) => (policies.find((policy) => policy.info.name === name) ?? baseline).info.vocabulary,
      skipInvalid: options.skipInvalid,
      states: options.states ?? null,
      rng,
    });
    for (const message of survey.excluded) process.stderr.write(`left out: ${message}\n`);
    const chooser = choosers[options.inject] as (typeof choosers)[string];
    const context = { task, scorer, chooser, baseline, candidates, samples: options.samples, rng };
    const run: ProbeRun = {
      folder,
      resume: options.resume,
      config: configOf(options, settings, { context, survey }),
      probes: options.probe.map((name) => probes[name] as (typeof probes)[string]),
      context,
      survey,
      cluster: options.cluster,
      concurrency: options.workers + 1,
    };
    const written = await runProbes(run);
    if (written === null) process.stderr.write(`${folder} holds this run, complete: nothing to do\n`);
    else printResult(options, run, written);
  } finally {
    await closeAll(policies);
  }
}

/** Adds `probe` to the program. */
export function addProbeCommand(program: Command, { tasks, scorers }: Registries): void {
  const command = program
    .command("probe")
    .description("compare policies at saved states")
    .addOption(
      new Option(
        "--task <NAME>",
        Object.values(tasks)
          .map((task) => `${task.name}: ${task.description}`)
          .join("; "),
      )
        .argParser(oneOf("task", Object.keys(tasks)))
        .makeOptionMandatory(),
    )
    .option(
      "--probe <NAMES>",
      Object.values(probes)
        .map(({ name, description }) => `${name}: ${description}`)
        .join("; "),
      someOf("probe", Object.keys(probes)),
      Object.keys(probes),
    )
    .option("--out <FOLDER>", "run folder; default: the first free of runs/TASK, runs/TASK-2, …")
    .option("--trajectories <FILE>", "saved trajectories, JSON Lines; default: the bundled ones")
    .option("--baseline <NAME>", "default: base, else the first policy")
    .option("--candidate <NAMES>", "default: every other policy", (text: string) => text.split(","))
    .option("--samples <K>", "actions drawn of each policy at each state", wholeNumber(1), 16)
    .option("--states <N>", "most saved states to visit, drawn at random; default: all", wholeNumber(1))
    .option("--seed <S>", "the run's seed", wholeNumber(0), 0)
    .option(
      "--inject <NAME>",
      Object.values(choosers)
        .map(({ name, description }) => `${name}: ${description}`)
        .join("; "),
      oneOf("chooser", Object.keys(choosers)),
      "uniform",
    )
    .option(
      "--cluster <KIND>",
      "what intervals take as independent: trajectory or instance",
      oneOf("cluster", clusterKinds),
      "trajectory",
    )
    .option("--resume", "go on with the unfinished run in --out", false)
    .option("--skip-invalid", "leave invalid lines out, and list them", false)
    .option("--json", "print the summary as JSON", false);
  const scorerOptions = new Map(
    Object.values(scorers).flatMap(({ options }) => options.map((option) => [option.flag, option] as const)),
  );
  for (const option of scorerOptions.values())
    command.option(`--${option.flag} <X>`, option.description, option.default);
  addPolicyOptions(command).action((options: ProbeOptions) =>
    probe(tasks[options.task] as Task, scorers[options.task] as ScorerFactory, options),
  );
}
