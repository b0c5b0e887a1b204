import type { ModelLayout } from "./model-layout.js";
import type { LoadLimits } from "./tree-loads.js";

/** Of the memory of a run, the parts that distributions and the cache of what is drawn may take. */
const DISTRIBUTIONS = 1 / 2;
const DRAWN = 1 / 4;

/** Bytes of a distribution while it is drawn from: some arrays of double precision as wide as the vocabulary. */
const BYTES_A_LOGIT = 48;

/** Attention reads every token that a run holds, whoever's: beyond this many, it is cheaper to read some of them twice. */
export const MOST_DRAWN = 2 ** 14;
const MOST_READ = 2 ** 9;

/** Bytes of keys and values that a token leaves in the cache. */
function cacheBytesAToken({ cache }: ModelLayout): number {
  return cache.reduce((sum, { heads, headDim, type }) => sum + heads * headDim * (type === "float32" ? 4 : 2), 0);
}

/**
 * What one run may hold of a model. It depends on what is given here alone, never on what else is under way, so that
 * grouping does not vary from run to run; what does not fit waits for the next run.
 *
 * @param memoryMib what a run may take besides the weights and what sessions remember
 */
export function loadLimits(layout: ModelLayout, vocabulary: number, memoryMib: number): LoadLimits {
  const bytes = memoryMib * 2 ** 20;
  return {
    tokens: MOST_READ,
    rows: Math.max(1, Math.floor((bytes * DISTRIBUTIONS) / (BYTES_A_LOGIT * vocabulary))),
    drawnTokens: Math.min(MOST_DRAWN, Math.floor((bytes * DRAWN) / cacheBytesAToken(layout))),
  };
}
