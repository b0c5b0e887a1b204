import { choose, type Rng } from "../core/rng.js";

/** An action that loses quality against the best one at a state. */
export interface WrongAction {
  readonly action: string;
  readonly quality: number;
  /** Best quality at the state − this quality; above 1e-9. */
  readonly regret: number;
  /** The baseline's probability of saying it; null when no chooser asked for it. */
  readonly probability: number | null;
}

/** A way to pick the wrong action to inject. */
export interface Chooser {
  readonly name: string;
  readonly description: string;
  /**
   * Where wrong actions come from: `task` is its small action set, or without one mutants of a program known to be right;
   * `mutants` are those alone; `pool` is what was said at other saved states of the same instance.
   */
  readonly source: "task" | "mutants" | "pool";
  /** Whether `probability` must be given. */
  readonly needsProbabilities: boolean;
  /** One of `wrong`, which is in the order of the task's actions and not empty. */
  choose(wrong: readonly WrongAction[], rng: Rng): WrongAction;
}

/** Qualities this close are a tie. */
export const QUALITY_TOLERANCE = 1e-9;

const uniform: Chooser = {
  name: "uniform",
  source: "task",
  description: "any wrong action, each with the same chance; of programs, as mutant",
  needsProbabilities: false,
  choose: (wrong, rng) => choose(wrong, rng),
};

const worst: Chooser = {
  name: "worst",
  source: "task",
  description: "the wrong action with the greatest regret; one of them at random in a tie",
  needsProbabilities: false,
  choose: (wrong, rng) => {
    const greatest = Math.max(...wrong.map(({ regret }) => regret));
    return choose(
      wrong.filter(({ regret }) => regret >= greatest - QUALITY_TOLERANCE),
      rng,
    );
  },
};

const likely: Chooser = {
  name: "likely",
  source: "task",
  description: "the wrong action that the baseline says most often; the first of them in a tie",
  needsProbabilities: true,
  choose: (wrong) => wrong.reduce((best, next) => (probabilityOf(next) > probabilityOf(best) ? next : best)),
};

const mutant: Chooser = {
  name: "mutant",
  source: "mutants",
  description: "a small edit of a right program, proved wrong by the tests",
  needsProbabilities: false,
  choose: (wrong, rng) => choose(wrong, rng),
};

const pool: Chooser = {
  name: "pool",
  source: "pool",
  description: "a wrong action said in another saved trajectory of the same instance",
  needsProbabilities: false,
  choose: (wrong, rng) => choose(wrong, rng),
};

function probabilityOf({ action, probability }: WrongAction): number {
  if (probability === null) throw new TypeError(`no probability was given for ${action}`);
  return probability;
}

/** Every chooser, by its name. */
export const choosers: Readonly<Record<string, Chooser>> = { uniform, worst, likely, mutant, pool };
