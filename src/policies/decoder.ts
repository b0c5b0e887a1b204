import { createSession } from "./devices.js";
import { halfToFloat } from "./half-float.js";
import type { KvCache } from "./kv-cache.js";
import { type ModelLayout, readLayout, type TensorDescription } from "./model-layout.js";
import * as ort from "./onnxruntime.js";
import { cacheData, int64, readCache, zeroCache } from "./tensors.js";

/** Logits of one run, [batch, positions, vocabulary] row-major. */
export interface Logits {
  readonly data: Float32Array;
  readonly positions: number;
  readonly vocabulary: number;
}

/** One ONNX session in the calling thread; its runs block that thread. */
export interface Decoder {
  readonly layout: ModelLayout;
  emptyCache(): KvCache;
  /** Reads `tokens` (batch rows of one length) behind `past` (as many rows) and gives the longer cache. */
  remember(tokens: readonly (readonly number[])[], past: KvCache): Promise<KvCache>;
  /** Reads `tokens` behind `past` and gives the logits at each of them, or at the last alone; the cache when asked for. */
  predict(
    tokens: readonly (readonly number[])[],
    past: KvCache,
    withCache: boolean,
  ): Promise<{ readonly logits: Logits; readonly cache: KvCache | null }>;
  close(): Promise<void>;
}

function describe(values: readonly ort.InferenceSession.ValueMetadata[]): TensorDescription[] {
  return values.map((value) =>
    value.isTensor
      ? { name: value.name, type: value.type, shape: value.shape }
      : { name: value.name, type: "not a tensor", shape: [] },
  );
}

/** Opens the decoder in `file` on `device` as it is. Throws a Fault when it cannot be loaded or has another layout. */
export async function openDecoder(file: string, device: string, threads: number): Promise<Decoder> {
  const session = await createSession(file, device, threads);
  const layout = readLayout(file, describe(session.inputMetadata), describe(session.outputMetadata));
  const cacheOutputs = layout.cache.map((entry) => entry.output);

  function feeds(
    tokens: readonly (readonly number[])[],
    past: KvCache,
    logitsToKeep: number,
  ): ort.InferenceSession.FeedsType {
    const batch = tokens.length;
    const length = tokens[0]?.length ?? 0;
    const total = past.length + length;
    const feed: Record<string, ort.Tensor> = {
      input_ids: int64(tokens.flat(), [batch, length]),
      attention_mask: new ort.Tensor("int64", new BigInt64Array(batch * total).fill(1n), [batch, total]),
    };
    if (layout.takesPositions) {
      const positions = tokens.flatMap((row) => row.map((_, index) => past.length + index));
      feed["position_ids"] = int64(positions, [batch, length]);
    }
    if (layout.logitsToKeep !== null) feed[layout.logitsToKeep] = int64([logitsToKeep], []);
    layout.cache.forEach((entry, index) => {
      const tensor = past.tensors[index] as KvCache["tensors"][number];
      feed[entry.input] = new ort.Tensor(entry.type, tensor.data, [batch, entry.heads, past.length, entry.headDim]);
    });
    return feed;
  }

  function readLogits(tensor: ort.Tensor): Logits {
    const [, positions, vocabulary] = tensor.dims as [number, number, number];
    const data = cacheData(tensor);
    return { data: data instanceof Float32Array ? data : halfToFloat(data), positions, vocabulary };
  }

  return {
    layout,
    emptyCache: () => zeroCache(layout, 0),
    async remember(tokens, past) {
      const results = await session.run(feeds(tokens, past, 1), cacheOutputs);
      return readCache(layout, results, tokens.length, past.length + (tokens[0]?.length ?? 0));
    },
    async predict(tokens, past, withCache) {
      const length = tokens[0]?.length ?? 0;
      const results = await session.run(feeds(tokens, past, 0), withCache ? ["logits", ...cacheOutputs] : ["logits"]);
      const logits = readLogits(results["logits"] as ort.Tensor);
      return { logits, cache: withCache ? readCache(layout, results, tokens.length, past.length + length) : null };
    },
    close: () => session.release(),
  };
}
