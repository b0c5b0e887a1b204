import { outcome } from "./outcome.js";

/** Shares of blocks in [0, 1]; they add up to 1. */
export interface BlockOutcomes {
  readonly win: number;
  readonly tie: number;
  readonly loss: number;
}

/**
 * Outcomes of one state as they would be with k samples: block b compares the means of draws bk … bk + k − 1 of both
 * lists, for each of the ⌊K / k⌋ disjoint blocks. Throws a RangeError unless the lists have one length K and k is an
 * integer from 1 to K.
 *
 * @example blockOutcomes([0, 1, 1, 1], [1, 1, 0, 1], 2) // { win: 0.5, tie: 0, loss: 0.5 }
 */
export function blockOutcomes(baseline: readonly number[], candidate: readonly number[], k: number): BlockOutcomes {
  if (candidate.length !== baseline.length) {
    throw new RangeError(`draws: expected two lists of one length, got ${baseline.length} and ${candidate.length}`);
  }
  if (!Number.isInteger(k) || k < 1 || k > baseline.length) {
    throw new RangeError(`block size: expected an integer from 1 to ${baseline.length}, got ${k}`);
  }
  const blocks = Math.floor(baseline.length / k);
  const counts = { win: 0, tie: 0, loss: 0 };
  for (let block = 0; block < blocks; block += 1) {
    counts[outcome(blockMean(baseline, block, k), blockMean(candidate, block, k))] += 1;
  }
  return { win: counts.win / blocks, tie: counts.tie / blocks, loss: counts.loss / blocks };
}

function blockMean(draws: readonly number[], block: number, k: number): number {
  let sum = 0;
  for (let at = block * k; at < (block + 1) * k; at += 1) sum += draws[at] as number;
  return sum / k;
}

/**
 * Numbers of samples at which to show the win share: the powers of two below K, then K. Throws a RangeError below 1.
 *
 * @example curveSizes(12) // [1, 2, 4, 8, 12]
 */
export function curveSizes(samples: number): readonly number[] {
  if (!Number.isInteger(samples) || samples < 1) throw new RangeError(`samples: expected at least 1, got ${samples}`);
  const sizes: number[] = [];
  for (let size = 1; size < samples; size *= 2) sizes.push(size);
  return [...sizes, samples];
}
