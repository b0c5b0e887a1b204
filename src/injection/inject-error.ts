import { Fault, quote } from "../core/fault.js";
import type { Rng } from "../core/rng.js";
import type { Scorer, Unscored } from "../core/scorer.js";
import type { State } from "../core/state.js";
import type { Task } from "../core/task.js";
import type { Instance, Snapshot } from "../core/trajectory.js";
import { type Chooser, QUALITY_TOLERANCE, type WrongAction } from "./choosers.js";
import { drawMutants } from "./mutants.js";

/** Mutants that are tried for a state of a task without a small action set. */
const MUTANTS = 4;

/** Why a state has no error state. */
export const passedOverReasons = {
  no_wrong_action: "no known action is worse than the best",
  nothing_known: "no other trajectory of its instance (pool) and no right program (mutants) gives an action to inject",
  episode_over: "the wrong action ended the episode",
  too_long: "its prompt does not fit the context of every policy",
  foreign_prompt: "the saved prompt is not written as the task writes it, and its answer would mix two styles",
} as const;

export type PassedOver = keyof typeof passedOverReasons;

export interface InjectionRequest<I extends Instance, S extends Snapshot> {
  readonly task: Task<I, S>;
  readonly scorer: Scorer<I, S>;
  readonly chooser: Chooser;
  readonly parent: State<I, S>;
  /** The baseline's probability of each of the task's actions, in order; null when the chooser does not need it. */
  readonly probabilities: readonly number[] | null;
  /** Actions said elsewhere at this instance, for a chooser that takes them from there. */
  readonly pool: readonly string[];
  /** Which error state of this parent, from 0. */
  readonly index: number;
  /** The run's stream: the choice and the ice have children of it, keyed by parent and index. */
  readonly rng: Rng;
}

/**
 * The error state after one wrong action at `parent`, or why there is none. Throws a Fault when the chooser needs
 * probabilities that the task's actions cannot have.
 */
export async function injectError<I extends Instance, S extends Snapshot>(
  request: InjectionRequest<I, S>,
): Promise<{ readonly state: State<I, S> } | { readonly passedOver: PassedOver }> {
  const { task, chooser, parent, index, rng } = request;
  if (task.actions === null && chooser.needsProbabilities) {
    const expected = "a way to choose that needs no probabilities, or a task whose actions can be enumerated";
    throw new Fault({ where: parent.stateId, expected, got: `${chooser.name} for ${quote(task.name)}` });
  }
  if (!task.recognises(parent.instance, parent.snapshot, parent.messages)) return { passedOver: "foreign_prompt" };
  const actions = await candidateActions(request);
  if (actions.length === 0) return { passedOver: "nothing_known" };
  const wrong = await wrongActions(request, actions);
  if (wrong.length === 0) return { passedOver: "no_wrong_action" };
  const { action, regret } = chooser.choose(wrong, rng.child(parent.stateId, "choice", index));
  const step = await task.step(parent.instance, parent.snapshot, action, rng.child(parent.stateId, "error", index));
  if (step.termination !== null) return { passedOver: "episode_over" };
  const state: State<I, S> = {
    ...parent,
    stateId: `${parent.stateId}!${index}`,
    kind: "error",
    turn: parent.turn + 1,
    snapshot: step.snapshot,
    messages: [...parent.messages, { role: "assistant", content: task.say(action) }, ...step.messages],
    injection: { parentStateId: parent.stateId, action, regret },
  };
  return { state };
}

async function candidateActions<I extends Instance, S extends Snapshot>(
  request: InjectionRequest<I, S>,
): Promise<readonly string[]> {
  const { task, scorer, chooser, parent, index, rng, pool } = request;
  if (chooser.source === "pool") return pool;
  if (chooser.source === "task" && task.actions !== null) return task.actions;
  const solutions = scorer.judge?.solutions(parent.instance.instance_id) ?? [];
  const qualities = await scorer.qualities(parent, solutions);
  const best = await scorer.best(parent);
  // What a data set calls a solution may fail its own tests.
  const solution = solutions.find((_, place) => best !== null && isAtLeast(qualities[place], best));
  return solution === undefined ? [] : drawMutants(solution, MUTANTS, rng.child(parent.stateId, "mutants", index));
}

function isAtLeast(quality: number | Unscored | undefined, best: number): boolean {
  return typeof quality === "number" && quality >= best - QUALITY_TOLERANCE;
}

async function wrongActions<I extends Instance, S extends Snapshot>(
  request: InjectionRequest<I, S>,
  actions: readonly string[],
): Promise<readonly WrongAction[]> {
  const { scorer, parent, probabilities } = request;
  const qualities = await scorer.qualities(parent, actions);
  // An action without a quality is not known to be wrong.
  const scored = actions.flatMap((action, i) => {
    const quality = qualities[i];
    if (quality === undefined) throw new RangeError(`${scorer.name} scored ${i} of ${actions.length} actions`);
    return typeof quality === "number" ? [{ action, quality, probability: probabilities?.[i] ?? null }] : [];
  });
  const isWhole = request.task.actions === actions && scored.length > 0;
  const best = isWhole ? Math.max(...scored.map(({ quality }) => quality)) : await scorer.best(parent);
  if (best === null) return [];
  return scored
    .map((action) => ({ ...action, regret: best - action.quality }))
    .filter(({ regret }) => regret > QUALITY_TOLERANCE);
}
