import * as ort from "onnxruntime-node";
import { Fault } from "../core/fault.js";
import type { Decoding } from "../core/policy.js";
import { checkDevice } from "./devices.js";
import { promptCache } from "./graph-decoder.js";
import type { CacheData, KvCache } from "./kv-cache.js";
import type { CacheEntry, ModelLayout } from "./model-layout.js";

export type Program = ort.InferenceSession;
export type Feeds = Record<string, ort.Tensor>;

/**
 * Loads a compiled graph from memory. ONNX Runtime maps its weights from `weightFolder` itself: that folder is only
 * read,
 * and nothing has to lie beside the graph. Throws a Fault with ONNX Runtime's own reason.
 */
export async function createProgram(
  bytes: Uint8Array,
  {
    where,
    weightFolder,
    device,
    threads,
  }: { readonly where: string; readonly weightFolder: string; readonly device: string; readonly threads: number },
): Promise<Program> {
  checkDevice(device);
  try {
    return await ort.InferenceSession.create(bytes, {
      executionProviders: [device],
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      executionMode: "sequential",
      graphOptimizationLevel: "all",
      logSeverityLevel: 3,
      extra: { session: { model_external_initializers_file_folder_path: weightFolder } },
    });
  } catch (error) {
    const got = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, " ").trim();
    throw new Fault({ where, expected: `a graph that ONNX Runtime can load on ${device}`, got });
  }
}

export function int64(values: readonly number[], dims: readonly number[] = [values.length]): ort.Tensor {
  const data = new BigInt64Array(values.length);
  for (let i = 0; i < values.length; i += 1) data[i] = BigInt(values[i] as number);
  return new ort.Tensor("int64", data, dims);
}

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

/** A float tensor's storage; newer Node versions hand float16 over as their own array type. */
function cacheData(tensor: ort.Tensor): CacheData {
  if (tensor.type === "float32") return tensor.data as Float32Array;
  const halves = tensor.data as Uint16Array;
  return new Uint16Array(halves.buffer, halves.byteOffset, halves.length);
}

export function readCache(
  layout: ModelLayout,
  results: ort.InferenceSession.ReturnType,
  batch: number,
  length: number,
): KvCache {
  const tensors = layout.cache.map(({ entry, heads, headDim, output }) => ({
    entry,
    heads,
    headDim,
    data: cacheData(results[output] as ort.Tensor),
  }));
  return { batch, length, tensors };
}

/** Log-probabilities that are no numbers come from logits that are none. */
export function unusableLogits(where: string, position: number): Fault {
  return new Fault({
    where: `${where}: token ${position} of the action`,
    expected: "finite logits",
    got: "NaN or infinite ones",
  });
}
