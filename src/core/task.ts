import type { Judge } from "./judge.js";
import type { Message } from "./message.js";
import type { Rng } from "./rng.js";
import type { Instance, Outcome, Snapshot } from "./trajectory.js";

/** Where inside an instance or snapshot something is wrong that a JSON Schema cannot say. */
export interface Defect {
  /** Path below the instance or snapshot: `desc[2]`. */
  readonly field: string;
  readonly expected: string;
  readonly got: string;
}

/** What the environment answers to one action. */
export interface Step<S extends Snapshot> {
  readonly snapshot: S;
  /** Shown to the policy if the episode goes on. */
  readonly messages: readonly Message[];
  readonly reward: number;
  /** Why the episode ended here; null while it goes on. */
  readonly termination: string | null;
  readonly success: boolean;
}

/**
 * An environment with its rules: how a state is restored, shown and acted on. Actions are *canonical* strings
 * (`Left`, `Left,Up`); null stands for a reply that is no action.
 */
export interface Task<I extends Instance = Instance, S extends Snapshot = Snapshot> {
  readonly name: string;
  readonly description: string;
  /** JSON Schemas (draft 2020-12) of the task's own parts of a trajectory line. */
  readonly schema: { readonly instance: object; readonly snapshot: object };
  /** The whole set of single actions, where it is small enough to enumerate; else null. */
  readonly actions: readonly string[] | null;
  /** First defect of an instance that passed the schema, or null. */
  checkInstance(instance: I): Defect | null;
  /** First defect of a snapshot of a sound instance, or null. */
  checkSnapshot(instance: I, snapshot: S): Defect | null;
  /** The canonical action a reply holds; null when the reply is invalid. */
  parse(reply: string): string | null;
  /** The reply that says a canonical action. */
  say(action: string): string;
  /** A fresh episode: its first snapshot and all the policy sees. */
  start(instance: I, budget: number): { readonly snapshot: S; readonly messages: readonly Message[] };
  /** Take one turn. One turn is used whatever the action. */
  step(instance: I, snapshot: S, action: string | null, rng: Rng): Step<S> | Promise<Step<S>>;
  /**
   * Whether the environment can have gone from `before` to `after` by this action (`after` is null for the end of the
   * episode, then `outcome` says how it ended). Null when it can, else what was expected instead.
   */
  cannotFollow(instance: I, before: S, action: string | null, after: S | null, outcome: Outcome): string | null;
  /** Whether these messages end as this task itself shows the state, so that what `step` answers may follow them. */
  recognises(instance: I, snapshot: S, messages: readonly Message[]): boolean;
  /** A random held-out instance for live games. */
  draw(rng: Rng): I;
}

/** What a registry holds: makes a task. */
export interface TaskFactory {
  readonly name: string;
  readonly description: string;
  readonly schema: Task["schema"];
  /** Most turns of a live episode, unless the user says otherwise. */
  readonly budget: number;
  /** @param judge the scorer's, where the scorer has one. Throws when the task needs one and there is none. */
  create(judge: Judge | null): Task;
}
