import type { CacheData, KvCache } from "./kv-cache.js";

/** The beginning of one row of a cache: what a prompt has read. */
export interface CacheSlice {
  readonly cache: KvCache;
  readonly row: number;
  readonly length: number;
}

/** One cache of all slices, in order, as long as the longest; shorter ones are padded at their end with zeros. */
export function padRows(slices: readonly CacheSlice[]): KvCache {
  const [first] = slices;
  if (first === undefined) throw new RangeError("a cache needs at least one row");
  const length = Math.max(...slices.map((slice) => slice.length));
  const tensors = first.cache.tensors.map(({ entry, heads, headDim, data: sample }, index) => {
    const size = slices.length * heads * length * headDim;
    const data: CacheData = sample instanceof Float32Array ? new Float32Array(size) : new Uint16Array(size);
    slices.forEach(({ cache, row, length: own }, target) => {
      if (cache.length < own) throw new RangeError(`a cache row of ${cache.length} tokens cannot give ${own}`);
      const source = cache.tensors[index]?.data ?? sample;
      for (let head = 0; head < heads; head += 1) {
        const from = (row * heads + head) * cache.length * headDim;
        data.set(source.subarray(from, from + own * headDim), (target * heads + head) * length * headDim);
      }
    });
    return { entry, heads, headDim, data };
  });
  return { batch: slices.length, length, tensors };
}
