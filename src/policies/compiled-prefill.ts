import * as ort from "onnxruntime-node";
import { cacheFeeds, type Program } from "./compiled-session.js";
import type { KvCache } from "./kv-cache.js";
import type { ModelLayout } from "./model-layout.js";
import { int64, readCache } from "./tensors.js";

/** Runs a program of `prefillModel`: reads `tokens`, rows of one length, behind `past`. */
export async function runPrefill(
  program: Program,
  layout: ModelLayout,
  tokens: readonly (readonly number[])[],
  past: KvCache,
): Promise<KvCache> {
  const batch = tokens.length;
  const length = tokens[0]?.length ?? 0;
  const total = past.length + length;
  const positions = tokens.flatMap((row) => row.map((_, index) => past.length + index));
  const results = await program.run({
    input_ids: int64(tokens.flat(), [batch, length]),
    attention_mask: new ort.Tensor("int64", new BigInt64Array(batch * total).fill(1n), [batch, total]),
    ...(layout.takesPositions ? { position_ids: int64(positions, [batch, length]) } : {}),
    ...cacheFeeds(layout, past, (entry) => entry.input),
  });
  return readCache(layout, results, batch, total);
}
