import { quote } from "../core/fault.js";
import type { Defect, Task } from "../core/task.js";
import type { Instance, SavedAction, Snapshot, Trajectory, Turn } from "../core/trajectory.js";

/**
 * First defect of a trajectory whose shape is right, in a field named from the line's root. Instance, snapshots and tokens
 * come first, then the replay of every turn against the next one and of the last against the outcome.
 */
export function checkTrajectory<I extends Instance, S extends Snapshot>(
  task: Task<I, S>,
  trajectory: Trajectory<I, S>,
  vocabulary: number | null,
): Defect | null {
  const { instance, turns, budget } = trajectory;
  const flaw = task.checkInstance(instance);
  if (flaw !== null) return below("instance", flaw);
  if (turns.length > budget) {
    return { field: "turns", expected: `at most ${budget} turns, the budget`, got: String(turns.length) };
  }
  if (turns[0]?.messages.some(({ role }) => role === "user") === false) {
    return { field: "turns[0].messages", expected: 'at least one message with role "user"', got: "none" };
  }
  for (const [i, turn] of turns.entries()) {
    const defect = checkTurn(task, instance, turn, budget - i, vocabulary);
    if (defect !== null) return below(`turns[${i}]`, defect);
  }
  return replay(task, trajectory);
}

function below(path: string, { field, expected, got }: Defect): Defect {
  return { field: `${path}.${field}`, expected, got };
}

function checkTurn<I extends Instance, S extends Snapshot>(
  task: Task<I, S>,
  instance: I,
  { action, snapshot }: Turn<S>,
  turnsLeft: number,
  vocabulary: number | null,
): Defect | null {
  const flaw = task.checkSnapshot(instance, snapshot);
  if (flaw !== null) return below("snapshot", flaw);
  if (snapshot.turns_left !== turnsLeft) {
    const expected = `${turnsLeft}, the budget less the turns before`;
    return { field: "snapshot.turns_left", expected, got: quote(snapshot.turns_left) };
  }
  const defect = checkTokens(action, vocabulary);
  return defect === null ? null : below("action", defect);
}

function checkTokens({ tokenIds, logProbs }: SavedAction, vocabulary: number | null): Defect | null {
  if (tokenIds === undefined) return null;
  if (logProbs !== undefined && logProbs.length !== tokenIds.length) {
    const expected = `${tokenIds.length} values, as many as token_ids`;
    return { field: "log_probs", expected, got: String(logProbs.length) };
  }
  const outside = vocabulary === null ? -1 : tokenIds.findIndex((id) => id >= vocabulary);
  if (outside === -1) return null;
  const expected = `a token id below ${vocabulary}, the size of the vocabulary (without token_ids the text is scored)`;
  return { field: `token_ids[${outside}]`, expected, got: quote(tokenIds[outside]) };
}

function replay<I extends Instance, S extends Snapshot>(
  task: Task<I, S>,
  { instance, turns, outcome }: Trajectory<I, S>,
): Defect | null {
  for (const [i, { action, snapshot }] of turns.entries()) {
    const next = turns[i + 1]?.snapshot ?? null;
    const expected = task.cannotFollow(instance, snapshot, task.parse(action.text), next, outcome);
    if (expected === null) continue;
    return next === null
      ? { field: "outcome", expected, got: quote(outcome) }
      : { field: `turns[${i + 1}].snapshot`, expected, got: quote(next) };
  }
  return null;
}
