import type { TreeToken } from "./tree-run.js";

/** Token sequences that share their beginnings: each token is there once for each way that leads to it. */
export interface TokenTrie {
  /** Parents first; indices never change. */
  readonly tokens: readonly TreeToken[];
  /** The token at the end of `ids` behind a token (−1 is the beginning); what is missing is added. */
  grow(after: number, ids: readonly number[]): number;
  /** The tokens that `ids` go along from a token, as far as they are known; first that token itself. */
  path(after: number, ids: readonly number[]): readonly number[];
  copy(): TokenTrie;
}

/** @param tokens known ones; those that nothing leads to stand for places that are never seen */
export function tokenTrie(
  vocabulary: number,
  tokens: TreeToken[] = [],
  children: Map<number, number> = new Map(),
): TokenTrie {
  const key = (parent: number, token: number): number => (parent + 1) * vocabulary + token;
  return {
    tokens,
    grow(after, ids) {
      let last = after;
      for (const token of ids) {
        const known = children.get(key(last, token));
        if (known === undefined) {
          children.set(key(last, token), tokens.length);
          tokens.push({ token, parent: last, place: last === -1 ? 0 : (tokens[last] as TreeToken).place + 1 });
        }
        last = known ?? tokens.length - 1;
      }
      return last;
    },
    path(after, ids) {
      const path = [after];
      for (const token of ids) {
        const child = children.get(key(path[path.length - 1] as number, token));
        if (child === undefined) break;
        path.push(child);
      }
      return path;
    },
    copy: () => tokenTrie(vocabulary, [...tokens], new Map(children)),
  };
}
