import type { Message } from "./message.js";
import type { Instance, Snapshot } from "./trajectory.js";

export type StateKind = "on_trajectory" | "error";
export type Stage = "early" | "middle" | "late";

/** The state an error state came from, and the wrong action that made it. */
export interface Injection {
  readonly parentStateId: string;
  /** Canonical, as `samples.csv` has it in `parsed`. */
  readonly action: string;
  /** Best quality at the parent − quality of the injected action. */
  readonly regret: number;
}

/** A saved decision point: instance, the exact messages so far, environment snapshot, turns left. */
export interface State<I extends Instance = Instance, S extends Snapshot = Snapshot> {
  /** `<trajectory_id>:<turn>` on a trajectory, `<parent>!<n>` for its n-th error state. */
  readonly stateId: string;
  readonly trajectoryId: string;
  readonly kind: StateKind;
  /** Turn of the action to be taken here, from 0. */
  readonly turn: number;
  /** Turns of the saved trajectory. */
  readonly turns: number;
  /** Of an error state: its parent's stage, so that contrasts compare like with like. */
  readonly stage: Stage;
  readonly instance: I;
  readonly snapshot: S;
  readonly messages: readonly Message[];
  readonly injection: Injection | null;
}

/**
 * Thirds of turn/(turns−1): early below ⅓, middle below ⅔, late from there. A one-turn trajectory is early.
 *
 * @example stageOf(1, 4) // "middle": 1/3 is no longer below a third
 */
export function stageOf(turn: number, turns: number): Stage {
  if (turns === 1 || 3 * turn < turns - 1) return "early";
  return 3 * turn < 2 * (turns - 1) ? "middle" : "late";
}
