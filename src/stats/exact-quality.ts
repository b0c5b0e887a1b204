/** A policy's expected quality over an enumerated set of actions. */
export interface ExactQuality {
  /** Null when the set is empty, the policy never says any of it, or an action that it may say has no quality. */
  readonly mean: number | null;
  /** Probability of the whole set under the policy, in [0, 1]; null when the set is empty. */
  readonly coveredMass: number | null;
}

/**
 * Σ_a π(a) q(a) / Σ_a π(a): the mean quality without sampling, given that the action is one of the set.
 *
 * @example exactQuality([0.6, 0.2], [1, 0]) // { mean: 0.75, coveredMass: 0.8 }
 */
export function exactQuality(probabilities: readonly number[], qualities: readonly (number | null)[]): ExactQuality {
  if (probabilities.length === 0) return { mean: null, coveredMass: null };
  let coveredMass = 0;
  let total: number | null = 0;
  probabilities.forEach((probability, index) => {
    const quality = qualities[index] as number | null;
    coveredMass += probability;
    if (probability > 0) total = total === null || quality === null ? null : total + probability * quality;
  });
  return { mean: coveredMass > 0 && total !== null ? total / coveredMass : null, coveredMass };
}
