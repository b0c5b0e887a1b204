import type { Task } from "../core/task.js";
import { frozenLake } from "./frozenlake.js";

/** Every task, by its name. */
export const tasks: Readonly<Record<string, Task>> = { frozenlake: frozenLake };
