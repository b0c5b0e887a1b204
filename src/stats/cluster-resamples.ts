import { mersenneTwister } from "./mersenne-twister.js";

/** Resamples behind a bootstrap interval. */
export const BOOTSTRAP_RESAMPLES = 2000;

/**
 * Clusters drawn with replacement: `resamples` rows of `clusters` indices each, row after row, each index ⌊u ·
 * clusters⌋. In numpy: `(RandomState(seed).random_sample((resamples, clusters)) * clusters).astype(int)`. Metrics of
 * one run that share their clusters may share the rows.
 *
 * @example clusterResamples(3, 2, 1234) // Uint32Array [0, 1, 1, 2, 2, 0]
 */
export function clusterResamples(clusters: number, resamples: number, seed: number): Uint32Array {
  const { uniform } = mersenneTwister(seed);
  const rows = new Uint32Array(clusters * resamples);
  for (let at = 0; at < rows.length; at += 1) rows[at] = Math.floor(uniform() * clusters);
  return rows;
}
