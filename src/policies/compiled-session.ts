import * as ort from "onnxruntime-node";
import { Fault } from "../core/fault.js";
import type { Decoding } from "../core/policy.js";
import { promptCache } from "./graph-decoder.js";
import type { KvCache } from "./kv-cache.js";
import type { CacheEntry, ModelLayout } from "./model-layout.js";
import { int64 } from "./tensors.js";

export type Program = ort.InferenceSession;
export type Feeds = Record<string, ort.Tensor>;

export function double(values: Float64Array, dims: readonly number[]): ort.Tensor {
  return new ort.Tensor("float64", values, dims);
}

/** The numbers of a decoding, for the program of its kind. */
export function decodingFeeds(program: Program, { temperature, topK, topP }: Decoding): Feeds {
  const all: Feeds = {
    temperature: double(Float64Array.of(temperature), []),
    top_k: int64([topK === 0 ? Number.MAX_SAFE_INTEGER : topK]),
    top_p: double(Float64Array.of(topP < 1 ? topP : Infinity), []),
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => program.inputNames.includes(name)));
}

/** A cache under the names that `nameOf` gives its layers. */
export function cacheFeeds(layout: ModelLayout, cache: KvCache, nameOf: (entry: CacheEntry) => string): Feeds {
  return Object.fromEntries(
    layout.cache.map((entry, index) => {
      const { data } = cache.tensors[index] as KvCache["tensors"][number];
      return [nameOf(entry), new ort.Tensor(entry.type, data, [cache.batch, entry.heads, cache.length, entry.headDim])];
    }),
  );
}

/** Where a prompt stands: behind the first `length` tokens of a row of a cache, which several prompts may share. */
export interface PromptPlace {
  readonly row: number;
  readonly length: number;
  /** The prompt's last token: it is read together with what follows it. */
  readonly lastToken: number;
  /** What a fault calls it. */
  readonly name: string;
}

export function placeFeeds(layout: ModelLayout, cache: KvCache, places: readonly PromptPlace[]): Feeds {
  return {
    ...cacheFeeds(layout, cache, ({ entry }) => promptCache(entry)),
    cache_rows: int64(places.map((place) => place.row)),
    lengths: int64(places.map((place) => place.length)),
  };
}

/** Log-probabilities that are no numbers come from logits that are none. */
export function unusableLogits(where: string, position: number): Fault {
  return new Fault({
    where: `${where}: token ${position} of the action`,
    expected: "finite logits",
    got: "NaN or infinite ones",
  });
}
