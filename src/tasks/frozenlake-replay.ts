import { quote } from "../core/fault.js";
import type { Outcome } from "../core/trajectory.js";
import {
  cellAt,
  type FrozenLakeInstance,
  type FrozenLakeSnapshot,
  isTerminal,
  letterAt,
  movesOf,
  positionOf,
  spread,
} from "./frozenlake-board.js";

/** Most positions that a message lists one by one. */
const LISTED = 6;

/** Implements `Task.cannotFollow`. */
export function cannotFollow(
  instance: FrozenLakeInstance,
  before: FrozenLakeSnapshot,
  action: string | null,
  after: FrozenLakeSnapshot | null,
  outcome: Outcome,
): string | null {
  const reached = [...spread(instance, cellAt(instance, before.position), movesOf(action)).keys()];
  const alive = reached.filter((cell) => !isTerminal(instance, cell));
  const said = action === null ? "an invalid reply" : quote(action);
  const how = `after ${said} at ${quote(before.position)} with turns_left ${before.turns_left}`;
  return after === null
    ? cannotEnd(instance, reached, before.turns_left, outcome, how)
    : cannotGoOn(instance, alive, before.turns_left, after, how);
}

function cannotGoOn(
  instance: FrozenLakeInstance,
  alive: readonly number[],
  turnsLeft: number,
  after: FrozenLakeSnapshot,
  how: string,
): string | null {
  if (turnsLeft === 1 || alive.length === 0) return `the end of the episode ${how}`;
  if (after.turns_left !== turnsLeft - 1) return `turns_left ${turnsLeft - 1} ${how}`;
  if (alive.includes(cellAt(instance, after.position))) return null;
  if (alive.length > LISTED) return `one of ${alive.length} positions ${how}`;
  return `position ${alive.map((cell) => quote(positionOf(instance, cell))).join(" or ")} ${how}`;
}

function cannotEnd(
  instance: FrozenLakeInstance,
  reached: readonly number[],
  turnsLeft: number,
  outcome: Outcome,
  how: string,
): string | null {
  const letters = reached.map((cell) => letterAt(instance, cell));
  const possible = new Map([
    ["goal", letters.includes("G")],
    ["hole", letters.includes("H")],
    ["budget", turnsLeft === 1 && letters.some((letter) => letter === "S" || letter === "F")],
  ]);
  const words = [...possible].filter(([, can]) => can).map(([word]) => quote(word));
  if (!possible.has(outcome.termination)) return 'termination "goal", "hole" or "budget"';
  if (possible.get(outcome.termination) === false) {
    return words.length === 0 ? `another turn ${how}` : `termination ${words.join(" or ")} ${how}`;
  }
  const success = outcome.termination === "goal";
  return outcome.success === success ? null : `success ${success} with termination ${quote(outcome.termination)}`;
}
