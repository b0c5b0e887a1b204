import type { Message } from "./message.js";

/** What every task's instance has; the rest is the task's own. Kept as the file has it. */
export interface Instance {
  readonly instance_id: string;
}

/** What every task's snapshot has; the rest is the task's own. Kept as the file has it. */
export interface Snapshot {
  /** Turns that may still be taken, this state's own included. */
  readonly turns_left: number;
}

/** One reply as saved; `logProbs` (nats, full distribution, temperature 1) are there with `tokenIds` alone, as many. */
export interface SavedAction {
  readonly text: string;
  readonly tokenIds?: readonly number[];
  readonly logProbs?: readonly number[];
}

export interface Turn<S extends Snapshot = Snapshot> {
  /** Turn 0: all the policy saw. Later: what was added after the previous action. */
  readonly messages: readonly Message[];
  readonly action: SavedAction;
  readonly snapshot: S;
  readonly reward: number;
}

export interface Outcome {
  readonly success: boolean;
  readonly reward: number;
  /** Why the episode ended, in the task's own word (`goal`, `hole`, `budget`). */
  readonly termination: string;
}

/** States and actions of one episode, with its outcome. */
export interface Trajectory<I extends Instance = Instance, S extends Snapshot = Snapshot> {
  readonly trajectoryId: string;
  readonly task: string;
  readonly instance: I;
  /** Name of the policy that acted. */
  readonly policy: string;
  /** Most turns the trajectory could take. */
  readonly budget: number;
  readonly outcome: Outcome;
  readonly turns: readonly Turn<S>[];
}
