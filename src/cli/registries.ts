import type { ScorerFactory } from "../core/scorer.js";
import type { TaskFactory } from "../core/task.js";
import { scorers } from "../scoring/index.js";
import { tasks } from "../tasks/index.js";

/** What the command line can name; a scorer is registered under its task's name. */
export interface Registries {
  readonly tasks: Readonly<Record<string, TaskFactory>>;
  readonly scorers: Readonly<Record<string, ScorerFactory>>;
}

export const bundled: Registries = { tasks, scorers };
