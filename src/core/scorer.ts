import type { Judge } from "./judge.js";
import type { Instance, Snapshot } from "./trajectory.js";

/** A state as a scorer sees it. */
export interface Situation<I extends Instance = Instance, S extends Snapshot = Snapshot> {
  readonly instance: I;
  readonly snapshot: S;
}

/** An action without a quality, because its evaluator failed, not the action; the reason in one line. */
export interface Unscored {
  readonly unscored: string;
}

/** Quality of actions at a state, in [0, 1] unless the scorer says otherwise. Pure: the same answer every time. */
export interface Scorer<I extends Instance = Instance, S extends Snapshot = Snapshot> {
  readonly name: string;
  readonly description: string;
  /** What the user should know of how it was made; in one line. */
  readonly notice?: string;
  /** One quality per action, in order; null (an invalid reply) has a quality too. */
  qualities(at: Situation<I, S>, actions: readonly (string | null)[]): Promise<readonly (number | Unscored)[]>;
  /** The best quality any single action has here; null when the task cannot know. */
  best(at: Situation<I, S>): Promise<number | null>;
  /** Of a scorer that runs programs: what the environment's feedback comes from. */
  readonly judge?: Judge;
  /** Frees what the scorer holds. */
  close?(): Promise<void>;
}

/** A command-line option that belongs to one scorer. */
export interface ScorerOption {
  /** Flag without dashes: `gamma`. */
  readonly flag: string;
  readonly description: string;
  readonly default: string;
}

/** What a registry holds: makes a scorer from its options, given as text. Throws a Fault on a bad one. */
export interface ScorerFactory<I extends Instance = Instance, S extends Snapshot = Snapshot> {
  readonly description: string;
  readonly options: readonly ScorerOption[];
  create(options: Readonly<Record<string, string>>): Scorer<I, S> | Promise<Scorer<I, S>>;
}
