import type { KvCache } from "./kv-cache.js";
import { type TokenTrie, tokenTrie } from "./token-trie.js";
import type { TreeProgram } from "./tree-program.js";

/** What a model has read: the tokens, and what it remembers of them. */
export interface ReadTree {
  readonly trie: TokenTrie;
  readonly cache: KvCache;
}

/** Most openings that are remembered; runs have one or two. */
const MOST_OPENINGS = 4;

/**
 * Openings of conversations. Each is read once, by itself and as far as it goes, so that what is remembered of it is the
 * same bytes whoever asks first.
 */
export function treeOpenings(
  { empty }: TreeProgram,
  vocabulary: number,
  read: (tree: ReadTree, tokens: readonly number[]) => Promise<KvCache>,
): (tokens: readonly number[]) => Promise<ReadTree> {
  const known = new Map<string, ReadTree>();
  return async (tokens) => {
    // Places of an empty cache stand for nothing, and nothing leads to them.
    const unseen = Array.from({ length: empty.length }, () => ({ token: 0, parent: -1, place: 0 }));
    const trie = tokenTrie(vocabulary, unseen);
    if (tokens.length === 0) return { trie, cache: empty };
    const key = tokens.join();
    const found = known.get(key) ?? { trie, cache: await read({ trie, cache: empty }, tokens) };
    known.delete(key);
    known.set(key, found);
    for (const oldest of known.keys()) if (known.size > MOST_OPENINGS) known.delete(oldest);
    return { trie: found.trie.copy(), cache: found.cache };
  };
}
