import type { Message } from "../core/message.js";
import type { Instance, Outcome, Snapshot, Trajectory } from "../core/trajectory.js";

/** One line of a trajectory file, as it is written; fields that a user added are there too. */
export interface TrajectoryLine<I extends Instance = Instance, S extends Snapshot = Snapshot> {
  readonly schema: 1;
  readonly trajectory_id: string;
  readonly task: string;
  readonly instance: I;
  readonly policy: string;
  readonly budget: number;
  readonly outcome: Outcome;
  readonly turns: readonly TurnLine<S>[];
}

interface TurnLine<S extends Snapshot> {
  readonly messages: readonly Message[];
  readonly action: ActionLine;
  readonly snapshot: S;
  readonly reward: number;
}

interface ActionLine {
  readonly text: string;
  readonly token_ids?: readonly number[];
  readonly log_probs?: readonly number[];
}

/** Fields that a user added outside instance, snapshot and messages stay behind. */
export function fromLine<I extends Instance, S extends Snapshot>(line: TrajectoryLine<I, S>): Trajectory<I, S> {
  const { success, reward, termination } = line.outcome;
  return {
    trajectoryId: line.trajectory_id,
    task: line.task,
    instance: line.instance,
    policy: line.policy,
    budget: line.budget,
    outcome: { success, reward, termination },
    turns: line.turns.map((turn) => ({
      messages: turn.messages,
      action: {
        text: turn.action.text,
        ...(turn.action.token_ids && { tokenIds: turn.action.token_ids }),
        ...(turn.action.log_probs && { logProbs: turn.action.log_probs }),
      },
      snapshot: turn.snapshot,
      reward: turn.reward,
    })),
  };
}

/** Inverse of `fromLine`, keys in the contract's order. */
export function toLine<I extends Instance, S extends Snapshot>(trajectory: Trajectory<I, S>): TrajectoryLine<I, S> {
  const { success, reward, termination } = trajectory.outcome;
  return {
    schema: 1,
    trajectory_id: trajectory.trajectoryId,
    task: trajectory.task,
    instance: trajectory.instance,
    policy: trajectory.policy,
    budget: trajectory.budget,
    outcome: { success, reward, termination },
    turns: trajectory.turns.map((turn) => ({
      messages: turn.messages,
      action: {
        text: turn.action.text,
        ...(turn.action.tokenIds && { token_ids: turn.action.tokenIds }),
        ...(turn.action.logProbs && { log_probs: turn.action.logProbs }),
      },
      snapshot: turn.snapshot,
      reward: turn.reward,
    })),
  };
}
