import type { TokenUsage } from "../core/policy.js";
import { isToken } from "./draw-actions.js";
import type { ReplyRequest, ReplyResult } from "./reply-engine.js";
import { tokenTrie } from "./token-trie.js";
import type { TreeRequest, TreeResult } from "./tree-run.js";

/** Counts what a session reads, and what it would have read of each token once. A token is read when something follows it. */
export interface TreeUsage {
  /** So many tokens of every prompt were read before, for all sessions. */
  opened(tokens: number): void;
  ran(request: TreeRequest, result: TreeResult): void;
  answered(requests: readonly ReplyRequest[], results: readonly ReplyResult[]): void;
  readonly total: TokenUsage;
}

export function treeUsage(vocabulary: number): TreeUsage {
  const all = tokenTrie(vocabulary);
  let read = 0;
  let before = 0;
  return {
    opened(tokens) {
      before = tokens;
    },
    ran({ cache, tree, branches }, result) {
      const drawn = new Map<number, number>();
      result.branches.forEach((said, branch) => {
        let last = branches[branch]?.after ?? 0;
        for (const { token } of said.slice(0, -1)) {
          const key = last * vocabulary + token;
          last = drawn.get(key) ?? tree.length + drawn.size;
          drawn.set(key, last);
        }
      });
      read += tree.length - cache.length + drawn.size;
    },
    answered(requests, results) {
      requests.forEach(({ prompt }, index) => {
        const leaf = all.grow(-1, prompt);
        const { scores = [], draws = [] } = results[index] ?? {};
        for (const { tokenIds } of [...scores, ...draws]) {
          // What no policy says is never read.
          if (tokenIds.every((token) => isToken(token, vocabulary))) all.grow(leaf, tokenIds.slice(0, -1));
        }
      });
    },
    get total() {
      return { read, distinct: Math.max(0, all.tokens.length - before) };
    },
  };
}
