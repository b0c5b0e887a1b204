/** Element storage of a cache tensor; float16 is held as its 16-bit patterns. */
export type CacheData = Float32Array | Uint16Array;

/** Keys or values of one layer: dims [batch, heads, length, headDim], row-major. */
interface CacheTensor {
  /** Layer entry without its prefix: `0.key`. */
  readonly entry: string;
  readonly heads: number;
  readonly headDim: number;
  readonly data: CacheData;
}

/** What a decoder remembers of the tokens it has read: `batch` rows, all `length` tokens long. */
export interface KvCache {
  readonly batch: number;
  readonly length: number;
  readonly tensors: readonly CacheTensor[];
}

/** One row of a cache, cut to the length a new batch wants. */
export interface CacheRow {
  readonly cache: KvCache;
  readonly row: number;
}

function like(data: CacheData, size: number): CacheData {
  return data instanceof Float32Array ? new Float32Array(size) : new Uint16Array(size);
}

/**
 * A new cache whose rows are the first `length` tokens of the given rows, in order; rows may repeat.
 * Throws when a row is shorter than `length`.
 */
export function gatherRows(rows: readonly CacheRow[], length: number): KvCache {
  const [first] = rows;
  if (first === undefined) throw new RangeError("a cache needs at least one row");
  const tensors = first.cache.tensors.map((shape, index) => {
    const block = length * shape.headDim;
    const data = like(shape.data, rows.length * shape.heads * block);
    let target = 0;
    for (const { cache, row } of rows) {
      if (cache.length < length) throw new RangeError(`a cache row of ${cache.length} tokens cannot give ${length}`);
      const source = (cache.tensors[index] as CacheTensor).data;
      const stride = cache.length * shape.headDim;
      for (let head = 0; head < shape.heads; head += 1) {
        const from = (row * shape.heads + head) * stride;
        data.set(source.subarray(from, from + block), target);
        target += block;
      }
    }
    return { ...shape, data };
  });
  return { batch: rows.length, length, tensors };
}
