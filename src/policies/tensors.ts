import type { CacheData, KvCache } from "./kv-cache.js";
import type { ModelLayout } from "./model-layout.js";
import * as ort from "./onnxruntime.js";

export function int64(values: ArrayLike<number>, dims: readonly number[] = [values.length]): ort.Tensor {
  const data = new BigInt64Array(values.length);
  for (let i = 0; i < values.length; i += 1) data[i] = BigInt(values[i] as number);
  return new ort.Tensor("int64", data, dims);
}

/** A float tensor's storage; newer Node versions hand float16 over as their own array type. */
export function cacheData(tensor: ort.Tensor): CacheData {
  if (tensor.type === "float32") return tensor.data as Float32Array;
  const halves = tensor.data as Uint16Array;
  return new Uint16Array(halves.buffer, halves.byteOffset, halves.length);
}

/** A cache of one row that remembers `length` times nothing. */
export function zeroCache(layout: ModelLayout, length: number): KvCache {
  const tensors = layout.cache.map(({ entry, heads, headDim, type }) => {
    const size = heads * length * headDim;
    return { entry, heads, headDim, data: type === "float32" ? new Float32Array(size) : new Uint16Array(size) };
  });
  return { batch: 1, length, tensors };
}

/** The cache among a run's results: `batch` rows of `length` tokens, under the names that `nameOf` gives its tensors. */
export function readCache(
  layout: ModelLayout,
  results: ort.InferenceSession.ReturnType,
  batch: number,
  length: number,
  nameOf = (index: number): string => layout.cache[index]?.output ?? "",
): KvCache {
  const tensors = layout.cache.map(({ entry, heads, headDim }, index) => ({
    entry,
    heads,
    headDim,
    data: cacheData(results[nameOf(index)] as ort.Tensor),
  }));
  return { batch, length, tensors };
}
