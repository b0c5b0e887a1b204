import { bundled, type Registries } from "../../src/cli/registries.js";
import { taskItself } from "../../src/tasks/index.js";
import { toyScorer } from "./scorer.js";
import { toy } from "./task.js";

/** What adding a task takes: its file, its scorer's file, and a line in each registry. */
export const withToy: Registries = {
  tasks: { ...bundled.tasks, toy: taskItself(toy, 8) },
  scorers: { ...bundled.scorers, toy: toyScorer },
};
