import type { RandomNumbers } from "./random-numbers.js";

/** A state of six actions with graded qualities, and what two policies do there. */
export interface SimulatedState {
  readonly qualities: readonly number[];
  /** Probabilities of the actions. */
  readonly baseline: readonly number[];
  readonly candidate: readonly number[];
}

const ACTIONS = 6;
/** Of states where both policies are the same. */
export const TRUE_TIES = 0.35;
/** Trajectories have 2 to 14 states. */
const SHORTEST = 2;
const LONGEST = 14;
/** How strongly the candidate prefers quality: on average, by trajectory and by state. */
const TILT = { mean: 0.7, trajectory: 4, state: 1 };

/** The states of one trajectory: they share how good actions are and how far the candidate prefers the good ones. */
export function simulatedTrajectory(random: RandomNumbers): readonly SimulatedState[] {
  const level = 0.2 * random.normal();
  const preference = TILT.mean + TILT.trajectory * random.normal();
  const states = SHORTEST + random.below(LONGEST - SHORTEST + 1);
  return Array.from({ length: states }, () => {
    const qualities = Array.from({ length: ACTIONS }, () => grade(0.5 + level + 0.35 * random.normal()));
    const logits = qualities.map(() => random.normal());
    const baseline = softmax(logits);
    const tilt = preference + TILT.state * random.normal();
    const tilted = softmax(logits.map((logit, action) => logit + tilt * (qualities[action] ?? 0)));
    return { qualities, baseline, candidate: random.uniform() < TRUE_TIES ? baseline : tilted };
  });
}

/** Qualities of a policy's draws at a state. */
export function draws(
  { qualities }: SimulatedState,
  probabilities: readonly number[],
  samples: number,
  random: RandomNumbers,
): readonly number[] {
  return Array.from({ length: samples }, () => {
    let left = random.uniform();
    let action = 0;
    while (action < ACTIONS - 1 && left >= (probabilities[action] ?? 0)) {
      left -= probabilities[action] ?? 0;
      action += 1;
    }
    return qualities[action] ?? 0;
  });
}

/** Without sampling. */
export function trueDifference({ qualities, baseline, candidate }: SimulatedState): number {
  return qualities.reduce(
    (sum, quality, action) => sum + quality * ((candidate[action] ?? 0) - (baseline[action] ?? 0)),
    0,
  );
}

/** Without sampling: one draw of each policy, over all pairs of actions. */
export function trueSuperiority({ qualities, baseline, candidate }: SimulatedState): number {
  let total = 0;
  qualities.forEach((own, action) => {
    qualities.forEach((rival, other) => {
      const score = own > rival ? 1 : own === rival ? 0.5 : 0;
      total += score * (candidate[action] ?? 0) * (baseline[other] ?? 0);
    });
  });
  return total;
}

/** 0, ¼, ½, ¾ or 1. */
function grade(value: number): number {
  return Math.min(4, Math.max(0, Math.round(4 * value))) / 4;
}

function softmax(logits: readonly number[]): readonly number[] {
  const weights = logits.map(Math.exp);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}
