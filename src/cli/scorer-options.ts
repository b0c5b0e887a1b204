import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { type Command, Option } from "commander";
import { Fault } from "../core/fault.js";
import type { Scorer, ScorerFactory } from "../core/scorer.js";
import type { Task } from "../core/task.js";
import type { Registries } from "./registries.js";

/** Options as commander gives them: scorers' own lie beside the command's, by flag. */
export type WithScorerOptions = Readonly<Record<string, unknown>>;

/** As commander names the value of a flag: `test-seconds` is `testSeconds`. */
function keyOf(flag: string): string {
  return new Option(`--${flag} <X>`).attributeName();
}

/**
 * Adds the options of all scorers, in a group of help for each task; one that several have is added once. The command
 * fails when it is given one that its task's scorer does not have.
 */
export function addScorerOptions(command: Command, { scorers }: Registries): void {
  const added = new Set<string>();
  for (const [task, { options }] of Object.entries(scorers)) {
    for (const { flag, description, default: usual } of options) {
      if (added.has(flag)) continue;
      added.add(flag);
      command.addOption(new Option(`--${flag} <X>`, description).default(usual).helpGroup(`Scores of ${task}:`));
    }
  }
  command.hook("preAction", (_, run) => {
    const task = String(run.opts()["task"]);
    const known = new Set(scorers[task]?.options.map(({ flag }) => flag));
    const stray = [...added].find((flag) => !known.has(flag) && run.getOptionValueSource(keyOf(flag)) === "cli");
    if (stray === undefined) return;
    throw new Fault({
      where: `--${stray}`,
      expected: `an option of ${task}`,
      got: "one of another task",
      isUsage: true,
    });
  });
}

/** The values of one scorer's options. */
function scorerSettings(factory: ScorerFactory, options: WithScorerOptions): Readonly<Record<string, string>> {
  return Object.fromEntries(factory.options.map(({ flag }) => [flag, String(options[keyOf(flag)])]));
}

/** The settings as a run's numbers depend on them: a file by its content, not by where it lies. */
function identityOf(settings: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const identity = ([flag, value]: [string, string]): [string, string] => {
    if (!existsSync(value) || !statSync(value).isFile()) return [flag, value];
    return [flag, `sha256 ${createHash("sha256").update(readFileSync(value)).digest("hex")}`];
  };
  return Object.fromEntries(Object.entries(settings).map(identity));
}

/** A task with its scorer. */
export interface OpenTask {
  readonly task: Task;
  readonly scorer: Scorer;
  /** The scorer's options, files by their hashes. */
  readonly settings: Readonly<Record<string, string>>;
  /** Most turns of a live episode by default. */
  readonly budget: number;
}

/** Makes the task that was named and its scorer. Throws a Fault on a bad option; close the scorer after use. */
export async function openTask(name: string, options: WithScorerOptions, registries: Registries): Promise<OpenTask> {
  const { [name]: taskFactory } = registries.tasks;
  const { [name]: scorerFactory } = registries.scorers;
  if (taskFactory === undefined || scorerFactory === undefined) throw new Error(`task ${name} is registered in part`);
  const settings = scorerSettings(scorerFactory, options);
  const scorer = await scorerFactory.create(settings);
  try {
    const task = taskFactory.create(scorer.judge ?? null);
    return { task, scorer, settings: identityOf(settings), budget: taskFactory.budget };
  } catch (error) {
    await scorer.close?.();
    throw error;
  }
}
