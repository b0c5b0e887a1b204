import type { Decoder, Logits } from "./decoder.js";
import { gatherRows, type KvCache } from "./kv-cache.js";

type Predicted = Awaited<ReturnType<Decoder["predict"]>>;

/** Rows of caches of one length under each other. */
function stacked(caches: readonly KvCache[], length: number): KvCache {
  return gatherRows(
    caches.map((cache) => ({ cache, row: 0 })),
    length,
  );
}

/** Logits of parts, each [1, positions, vocabulary], as the rows or the positions of one. */
function joined(parts: readonly Logits[], positions: number): Logits {
  const [first] = parts as readonly [Logits];
  const data = new Float32Array(parts.reduce((sum, part) => sum + part.data.length, 0));
  let at = 0;
  for (const part of parts) {
    data.set(part.data, at);
    at += part.data.length;
  }
  return { data, positions, vocabulary: first.vocabulary };
}

/**
 * A decoder that reads several tokens of several rows behind a cache, and gives logits at each of them, whatever the model
 * can do at once: some kernels take only one such row, some models give logits at the last position alone.
 */
export function patientDecoder(decoder: Decoder, takesOneRow: boolean): Decoder {
  const mustSplit = (tokens: readonly (readonly number[])[], past: KvCache): boolean =>
    takesOneRow && tokens.length > 1 && past.length > 0 && (tokens[0]?.length ?? 0) > 1;
  const rowOf = (past: KvCache, row: number): KvCache => gatherRows([{ cache: past, row }], past.length);

  async function tokenByToken(row: readonly number[], past: KvCache, withCache: boolean): Promise<Predicted> {
    const parts: Logits[] = [];
    let cache = past;
    for (const token of row) {
      const { logits, cache: longer } = await decoder.predict([[token]], cache, true);
      parts.push(logits);
      cache = longer as KvCache;
    }
    return { logits: joined(parts, row.length), cache: withCache ? cache : null };
  }

  async function predict(
    tokens: readonly (readonly number[])[],
    past: KvCache,
    withCache: boolean,
  ): Promise<Predicted> {
    const length = tokens[0]?.length ?? 0;
    if (!mustSplit(tokens, past)) {
      const whole = await decoder.predict(tokens, past, withCache);
      if (whole.logits.positions === length) return whole;
      if (tokens.length === 1) return tokenByToken(tokens[0] ?? [], past, withCache);
    }
    const rows: Predicted[] = [];
    for (const [row, own] of tokens.entries()) rows.push(await predict([own], rowOf(past, row), withCache));
    return {
      logits: joined(
        rows.map(({ logits }) => logits),
        length,
      ),
      cache: withCache
        ? stacked(
            rows.map(({ cache }) => cache as KvCache),
            past.length + length,
          )
        : null,
    };
  }

  return {
    ...decoder,
    predict,
    async remember(tokens, past) {
      if (!mustSplit(tokens, past)) return decoder.remember(tokens, past);
      const rows: KvCache[] = [];
      for (const [row, own] of tokens.entries()) rows.push(await decoder.remember([own], rowOf(past, row)));
      return stacked(rows, past.length + (tokens[0]?.length ?? 0));
    },
  };
}
