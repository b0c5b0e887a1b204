import type { PairRow } from "../core/rows.js";
import { type Shrinkage, shrinkage } from "../stats/shrinkage.js";

/** Fills in what a pair's numbers mean among those of the whole run. */
export interface ShrunkPairs {
  /** Every pair, before any is filled. */
  add(pair: PairRow): void;
  /** The pair with `shrunk_difference` and `probability_better`, where its draws tell their own noise. */
  filled(pair: PairRow): PairRow;
}

interface Family {
  readonly differences: number[];
  /** Of the difference of means. */
  readonly variances: number[];
  fit: Shrinkage | null;
}

/** Variance of a pair's difference of means; null where its draws do not tell. */
function noiseOf({ baseline_variance, candidate_variance, samples }: PairRow): number | null {
  if (baseline_variance === null || candidate_variance === null) return null;
  return (baseline_variance + candidate_variance) / samples;
}

/** Pairs of one candidate and one kind of state are shrunk toward their own mean. Memory grows by 16 bytes a pair. */
export function shrunkPairs(): ShrunkPairs {
  const families = new Map<string, Family>();
  const familyOf = ({ candidate, kind }: PairRow): Family => {
    const key = `${kind} ${candidate}`;
    const family = families.get(key) ?? { differences: [], variances: [], fit: null };
    families.set(key, family);
    return family;
  };
  return {
    add(pair) {
      const variance = noiseOf(pair);
      if (pair.difference === null || variance === null) return;
      const family = familyOf(pair);
      family.differences.push(pair.difference);
      family.variances.push(variance);
    },
    filled(pair) {
      const variance = noiseOf(pair);
      if (pair.difference === null || variance === null) return pair;
      const family = familyOf(pair);
      family.fit ??= shrinkage(family.differences, family.variances, pair.samples);
      if (family.fit.reason !== null) return pair;
      const { mean, probabilityPositive } = family.fit.posterior(pair.difference, variance);
      return { ...pair, shrunk_difference: mean, probability_better: probabilityPositive };
    },
  };
}
