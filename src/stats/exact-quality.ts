/** A policy's expected quality over an enumerated set of actions. */
export interface ExactQuality {
  /** Null when the set is empty or the policy never says any of it. */
  readonly mean: number | null;
  /** Probability of the whole set under the policy, in [0, 1]; null when the set is empty. */
  readonly coveredMass: number | null;
}

/**
 * Σ_a π(a) q(a) / Σ_a π(a): the mean quality without sampling, given that the action is one of the set.
 *
 * @example exactQuality([0.6, 0.2], [1, 0]) // { mean: 0.75, coveredMass: 0.8 }
 */
export function exactQuality(probabilities: readonly number[], qualities: readonly number[]): ExactQuality {
  if (probabilities.length === 0) return { mean: null, coveredMass: null };
  let coveredMass = 0;
  let total = 0;
  probabilities.forEach((probability, index) => {
    coveredMass += probability;
    total += probability * (qualities[index] as number);
  });
  return { mean: coveredMass > 0 ? total / coveredMass : null, coveredMass };
}
