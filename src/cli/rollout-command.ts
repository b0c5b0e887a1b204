import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { type Command, Option } from "commander";
import { Fault } from "../core/fault.js";
import { keyedRng, seedOf } from "../core/rng.js";
import type { Trajectory } from "../core/trajectory.js";
import { attemptsTable } from "../report/attempts-table.js";
import { type Played, successTable } from "../report/success-table.js";
import { playEpisode } from "../states/play-episode.js";
import { type TrajectoryLine, toLine } from "../states/trajectory-line.js";
import { drawInstances, type Game, gamesOf, instancesIn } from "./games.js";
import { mapInOrder } from "./in-order.js";
import { openJournal } from "./journal.js";
import { holdLock } from "./lock.js";
import { policyEntry } from "./manifest.js";
import { oneOf, wholeNumber } from "./option-values.js";
import { addPolicyOptions, bundledPolicies, type PolicyOptions } from "./policy-options.js";
import { showProgress } from "./progress.js";
import type { Registries } from "./registries.js";
import { checkSameConfig, type RunConfig } from "./run-config.js";
import { addScorerOptions } from "./scorer-options.js";
import { writeWholeText } from "./whole-file.js";
import { type Opened, withOpened } from "./with-opened.js";

interface RolloutOptions extends PolicyOptions {
  readonly task: string;
  readonly out: string;
  readonly instances: number;
  readonly episodes: number;
  readonly budget?: number;
  readonly seed: number;
  readonly resume: boolean;
  readonly except?: string;
  /** Scorers' own options lie beside these, by flag. */
  readonly [scorerOption: string]: unknown;
}

/** Where an unfinished run keeps its trajectories and its options, and whether there is one. */
function beginningsOf(out: string): {
  readonly partial: string;
  readonly configFile: string;
  readonly isBegun: boolean;
} {
  const configFile = `${out}.partial.json`;
  return { partial: `${out}.partial`, configFile, isBegun: existsSync(configFile) };
}

async function rollout(options: RolloutOptions, registries: Registries): Promise<void> {
  const { out } = options;
  const { partial, isBegun } = beginningsOf(out);
  if (existsSync(out)) throw new Fault({ where: `--out ${out}`, expected: "a new file", got: "one that is there" });
  if (isBegun && !options.resume) {
    throw new Fault({ where: `--out ${out}`, expected: "--resume, or another file", got: `an unfinished ${partial}` });
  }
  holdLock(`${out}.lock`);
  const folders = options.policy ?? bundledPolicies(options.task);
  const hint = `interrupted; the same command with --resume goes on with ${out}`;
  await withOpened(options, folders, registries, hint, (opened) => rolloutWith(opened, options));
}

async function rolloutWith(opened: Opened, options: RolloutOptions): Promise<void> {
  const { out, episodes } = options;
  const { task, settings, policies } = opened;
  const budget = options.budget ?? opened.budget;
  const { partial, configFile, isBegun } = beginningsOf(out);
  const rng = keyedRng(String(options.seed)).child("rollout");
  const taken = options.except === undefined ? new Set<string>() : await instancesIn(options.except, task);
  const instances = drawInstances(task, options.instances, taken, rng);
  const idOf = ({ policy, instance, episode }: Game): string =>
    `${policy.info.name}-${instance.instance_id}-${episode}`;
  const play = ({ policy, instance, episode }: Game): Promise<Trajectory> =>
    playEpisode(task, policy, {
      trajectoryId: idOf({ policy, instance, episode }),
      instance,
      budget,
      actionRng: rng,
      environmentRng: rng.child("environment", instance.instance_id, episode),
    });
  const config: RunConfig = {
    task: task.name,
    instances: instances.map((instance) => instance.instance_id),
    episodes,
    budget,
    seed: options.seed,
    scorer: settings,
    policies: policies.map((policy) => policyEntry(policy.info)),
  };
  if (isBegun) checkSameConfig(out, JSON.parse(readFileSync(configFile, "utf8")) as RunConfig, config);
  else {
    rmSync(partial, { force: true });
    writeWholeText(configFile, JSON.stringify(config));
  }
  const played: Played[] = [];
  const note = ({ policy, instance, outcome, trajectory_id: trajectoryId }: TrajectoryLine): void => {
    const episode = Number(trajectoryId.slice(trajectoryId.lastIndexOf("-") + 1));
    played.push({ trajectoryId, policy, instanceId: instance.instance_id, episode, success: outcome.success });
  };
  const journal = await openJournal(partial, (value) => note(value as TrajectoryLine));
  const progress = showProgress("games", policies.length * instances.length * episodes, journal.found);
  try {
    const remaining = async function* (): AsyncGenerator<Game> {
      let index = 0;
      for await (const game of gamesOf(policies, instances, episodes)) {
        const before = played[index];
        if (index < journal.found && before?.trajectoryId !== idOf(game)) {
          const expected = `${idOf(game)} as this command plays it`;
          throw new Fault({
            where: `${partial}:${index + 1}: trajectory_id`,
            expected,
            got: String(before?.trajectoryId),
          });
        }
        if (index >= journal.found) yield game;
        index += 1;
      }
    };
    for await (const trajectory of mapInOrder(remaining(), options.workers + 1, play)) {
      const line = toLine(trajectory);
      journal.append(line);
      note(line);
      progress.advance();
    }
  } catch (error) {
    if (played.length === 0) for (const file of [partial, configFile]) rmSync(file, { force: true });
    throw error;
  } finally {
    progress.stop();
    journal.close();
  }
  renameSync(partial, out);
  rmSync(configFile, { force: true });
  const names = policies.map((policy) => policy.info.name);
  process.stdout.write(successTable(played, names, seedOf(rng.child("success"))));
  process.stdout.write(attemptsTable(played, names));
  process.stdout.write(`trajectories: ${out}\n`);
}

/** Adds `rollout` to the program. */
export function addRolloutCommand(program: Command, registries: Registries): void {
  const command = program
    .command("rollout")
    .description("play live games on held-out instances and save the trajectories")
    .addOption(
      new Option("--task <NAME>", "task to play")
        .argParser(oneOf("task", Object.keys(registries.tasks)))
        .makeOptionMandatory(),
    )
    .requiredOption("--out <FILE>", "trajectories to write, JSON Lines")
    .option("--instances <N>", "held-out instances", wholeNumber(1), 128)
    .option("--episodes <E>", "episodes of each policy on each instance", wholeNumber(1), 1)
    .option("--budget <B>", "most turns of an episode; default: the task's own", wholeNumber(1))
    .option("--seed <S>", "seed of instances, environment and draws", wholeNumber(0), 0)
    .option("--except <FILE>", "trajectories whose instances are not played again")
    .option("--resume", "go on with an unfinished file", false);
  addScorerOptions(command, registries);
  addPolicyOptions(command).action((options: RolloutOptions) => rollout(options, registries));
}
