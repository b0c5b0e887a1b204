import type { ScorerFactory } from "../core/scorer.js";
import { deepCoderScorer } from "./deepcoder.js";
import { frozenLakeScorer } from "./frozenlake.js";

/** The scorer of every task, by the task's name. */
export const scorers: Readonly<Record<string, ScorerFactory>> = {
  frozenlake: frozenLakeScorer,
  "deepcoder-mt": deepCoderScorer,
};
