import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import type { Command } from "commander";
import type { Scorer, ScorerFactory } from "../core/scorer.js";
import type { Task } from "../core/task.js";
import type { Registries } from "./registries.js";

/** Options as commander gives them: scorers' own lie beside the command's, by flag. */
export type WithScorerOptions = Readonly<Record<string, unknown>>;

/** Adds the options of all scorers; one that several have is added once. */
export function addScorerOptions(command: Command, { scorers }: Registries): void {
  const options = Object.values(scorers).flatMap((scorer) => scorer.options);
  for (const option of new Map(options.map((one) => [one.flag, one])).values()) {
    command.option(`--${option.flag} <X>`, option.description, option.default);
  }
}

/** The values of one scorer's options. */
export function scorerSettings(factory: ScorerFactory, options: WithScorerOptions): Readonly<Record<string, string>> {
  return Object.fromEntries(factory.options.map(({ flag }) => [flag, String(options[flag])]));
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
  return {
    task: taskFactory.create(scorer.judge ?? null),
    scorer,
    settings: identityOf(settings),
    budget: taskFactory.budget,
  };
}
