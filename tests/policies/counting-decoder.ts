import { createHash } from "node:crypto";
import type { Decoder } from "../../src/policies/decoder.js";
import type { KvCache } from "../../src/policies/kv-cache.js";

/** Width of the stand-in's distribution. */
export const VOCABULARY = 5;

/** Logits after a token sequence: a number in [0, 3) for each token, from a hash of the whole sequence. */
export function logitsAfter(tokens: readonly number[]): Float32Array {
  const digest = createHash("sha256").update(tokens.join(",")).digest();
  return Float32Array.from({ length: VOCABULARY }, (_, token) => ((digest[token] as number) / 256) * 3);
}

/** A decoder whose cache holds the tokens themselves, and which notes the shape of every run: [rows, tokens a row]. */
export function countingDecoder(): Decoder & { readonly runs: [number, number][] } {
  const runs: [number, number][] = [];
  const cacheOf = (rows: readonly (readonly number[])[]): KvCache => ({
    batch: rows.length,
    length: rows[0]?.length ?? 0,
    tensors: [{ entry: "0.key", heads: 1, headDim: 1, data: Float32Array.from(rows.flat()) }],
  });
  const extended = (tokens: readonly (readonly number[])[], past: KvCache): number[][] => {
    runs.push([tokens.length, tokens[0]?.length ?? 0]);
    const data = [...(past.tensors[0]?.data ?? [])];
    return tokens.map((row, index) => [...data.slice(index * past.length, (index + 1) * past.length), ...row]);
  };
  return {
    runs,
    layout: { cache: [], takesPositions: false, logitsToKeep: null, vocabulary: VOCABULARY },
    emptyCache: () => ({ ...cacheOf([[]]), batch: 1 }),
    remember: async (tokens, past) => cacheOf(extended(tokens, past)),
    predict: async (tokens, past, withCache) => {
      const rows = extended(tokens, past);
      const positions = tokens[0]?.length ?? 0;
      const data = rows.flatMap((row) =>
        Array.from({ length: positions }, (_, place) => [...logitsAfter(row.slice(0, past.length + place + 1))]).flat(),
      );
      return {
        logits: { data: Float32Array.from(data), positions, vocabulary: VOCABULARY },
        cache: withCache ? cacheOf(rows) : null,
      };
    },
    close: async () => {},
  };
}
