import type { ModelLayout } from "./model-layout.js";
import type { LoadLimits } from "./tree-loads.js";

/** Bytes that distributions of one run may take, and the cache that its draws add. */
const DISTRIBUTION_BYTES = 2 ** 28;
const DRAWN_BYTES = 2 ** 27;

/** Bytes of a distribution while it is drawn from: some arrays of double precision as wide as the vocabulary. */
const BYTES_A_LOGIT = 48;

/** Attention reads every token that a run holds, whoever's: beyond this many, rows cost more together than apart. */
const MOST_DRAWN = 4096;
const MOST_READ = 512;

/** Bytes of keys and values that a token leaves in the cache. */
export function cacheBytesAToken({ cache }: ModelLayout): number {
  return cache.reduce((sum, { heads, headDim, type }) => sum + heads * headDim * (type === "float32" ? 4 : 2), 0);
}

/** What one run may hold of a model: it depends on the model alone, so that grouping never varies. */
export function loadLimits(layout: ModelLayout, vocabulary: number): LoadLimits {
  return {
    tokens: MOST_READ,
    rows: Math.max(1, Math.floor(DISTRIBUTION_BYTES / (BYTES_A_LOGIT * vocabulary))),
    drawnTokens: Math.min(MOST_DRAWN, Math.floor(DRAWN_BYTES / cacheBytesAToken(layout))),
  };
}
