import type { Task, TaskFactory } from "../core/task.js";
import { deepCoder } from "./deepcoder.js";
import { frozenLake } from "./frozenlake.js";

/** A task that needs no judge. */
export function taskItself(task: Task, budget: number): TaskFactory {
  const { name, description, schema } = task;
  return { name, description, schema, budget, create: () => task };
}

/** Every task, by its name. */
export const tasks: Readonly<Record<string, TaskFactory>> = {
  frozenlake: taskItself(frozenLake, 8),
  "deepcoder-mt": deepCoder,
};
