import type { Decoding } from "../core/policy.js";
import type { Decoder, Logits } from "./decoder.js";
import { type Distribution, distribution } from "./distribution.js";
import { type CacheRow, gatherRows, type KvCache } from "./kv-cache.js";

/** Most rows of one run, and most logits it may give back: they bound memory whatever K and the vocabulary are. */
const MAX_ROWS = 64;
const MAX_LOGITS = 2 ** 25;

type TokenIds = readonly number[];

/**
 * The next-token distributions behind one prompt. Draws that share their first tokens share a node, so K draws cost as
 * many rows as there are different beginnings among them, not K.
 */
export interface TokenTree {
  /** Computes every node along these token sequences in one pass each (batched by length). */
  follow(sequences: readonly TokenIds[]): Promise<void>;
  /** Computes the nodes after these beginnings, all of one length, one token deeper than what was last computed. */
  reach(beginnings: readonly TokenIds[]): Promise<void>;
  /** The distribution after a beginning that was followed or reached. */
  at(beginning: TokenIds): Distribution;
  /** Lets go of distributions that are not needed again: each is as large as the vocabulary. */
  forget(beginnings: readonly TokenIds[]): void;
}

function keyOf(tokens: TokenIds): string {
  return tokens.join(",");
}

function distinct(sequences: readonly TokenIds[]): TokenIds[] {
  return [...new Map(sequences.map((tokens) => [keyOf(tokens), tokens])).values()];
}

function* chunks<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** Where a tree grows. */
export interface TreePlace {
  /** Cache of a prompt that begins with this one, at least `promptLength − 1` tokens long. */
  readonly trunk: KvCache;
  readonly promptLength: number;
  /** The prompt's last token: it is read together with what follows it. */
  readonly lastToken: number;
  /** Called with each new row of logits; throws when they are not usable. */
  check(logits: Float32Array, depth: number): void;
}

/** @param vocabulary width of the logits */
export function tokenTree(decoder: Decoder, vocabulary: number, decoding: Decoding, place: TreePlace): TokenTree {
  const { trunk, promptLength, lastToken, check } = place;
  const nodes = new Map<string, Distribution>();
  let live = new Map<string, CacheRow>();
  const root: CacheRow = { cache: trunk, row: 0 };

  function keep(logits: Logits, row: number, position: number, beginning: TokenIds): void {
    const key = keyOf(beginning);
    if (nodes.has(key)) return;
    const start = (row * logits.positions + position) * logits.vocabulary;
    const values = logits.data.subarray(start, start + logits.vocabulary);
    check(values, beginning.length);
    nodes.set(key, distribution(values, decoding));
  }

  async function followOneLength(sequences: readonly TokenIds[]): Promise<void> {
    const rows = sequences.map((tokens) => [lastToken, ...tokens.slice(0, -1)]);
    const past = gatherRows(
      rows.map(() => root),
      promptLength - 1,
    );
    const { logits } = await decoder.predict(rows, past, false);
    sequences.forEach((tokens, row) => {
      for (let depth = 0; depth < tokens.length; depth += 1) keep(logits, row, depth, tokens.slice(0, depth));
    });
  }

  /** Reads the last `width` tokens of each beginning behind the given cache rows, and keeps the longer cache. */
  async function extend(
    beginnings: readonly TokenIds[],
    rows: readonly CacheRow[],
    past: number,
    width: number,
  ): Promise<Map<string, CacheRow>> {
    const longer = new Map<string, CacheRow>();
    const indices = beginnings.map((_, index) => index);
    for (const chunk of chunks(indices, MAX_ROWS)) {
      const tokens = chunk.map((index) => [lastToken, ...(beginnings[index] as TokenIds)].slice(-width));
      const cacheRows = chunk.map((index) => rows[index] as CacheRow);
      const { logits, cache } = await decoder.predict(tokens, gatherRows(cacheRows, past), true);
      chunk.forEach((index, row) => {
        const beginning = beginnings[index] as TokenIds;
        keep(logits, row, width - 1, beginning);
        longer.set(keyOf(beginning), { cache: cache as KvCache, row });
      });
    }
    return longer;
  }

  return {
    async follow(sequences) {
      const missing = distinct(sequences).filter(
        (tokens) => tokens.length > 0 && !nodes.has(keyOf(tokens.slice(0, -1))),
      );
      for (const length of new Set(missing.map((tokens) => tokens.length))) {
        const same = missing.filter((tokens) => tokens.length === length);
        const size = Math.max(1, Math.min(MAX_ROWS, Math.floor(MAX_LOGITS / (vocabulary * length))));
        for (const chunk of chunks(same, size)) await followOneLength(chunk);
      }
    },
    async reach(beginnings) {
      const missing = distinct(beginnings).filter((tokens) => !nodes.has(keyOf(tokens)));
      if (missing.length === 0) return;
      const parentOf = (tokens: TokenIds): CacheRow | undefined => live.get(keyOf(tokens.slice(0, -1)));
      const depth = (missing[0] as TokenIds).length;
      const near = missing.filter((tokens) => depth > 0 && parentOf(tokens) !== undefined);
      const far = missing.filter((tokens) => depth === 0 || parentOf(tokens) === undefined);
      const parents = near.map((tokens) => parentOf(tokens) as CacheRow);
      const nearRows = await extend(near, parents, promptLength + depth - 1, 1);
      const farRows = await extend(
        far,
        far.map(() => root),
        promptLength - 1,
        depth + 1,
      );
      live = new Map([...nearRows, ...farRows]);
    },
    at(beginning) {
      const node = nodes.get(keyOf(beginning));
      if (node === undefined) throw new RangeError(`no distribution was computed after tokens ${keyOf(beginning)}`);
      return node;
    },
    forget(beginnings) {
      for (const beginning of beginnings) nodes.delete(keyOf(beginning));
    },
  };
}
