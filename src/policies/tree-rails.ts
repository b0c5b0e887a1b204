import type { Decoding } from "../core/policy.js";
import type { Rng } from "../core/rng.js";
import type { TokenTrie } from "./token-trie.js";
import type { LoadPlan } from "./tree-loads.js";
import type { PickedToken } from "./tree-run.js";

/** Draws behind one prompt, as far as they go along tokens that are read anyway: replies that were saved. */
export interface RailDraws {
  /** Asks for what each draw says behind each of these tokens. */
  ask(plan: LoadPlan): void;
  /** Each draw as far as it went, once all answers are there. */
  walked(): readonly RailDraw[];
}

export interface RailDraw {
  readonly said: readonly PickedToken[];
  /** The token of the tree behind which the last one was said, when the draw goes on from there; null when it is over. */
  readonly leftAt: number | null;
}

/** What follows each token, among those from index `read` on. */
export function childrenFrom({ tokens }: TokenTrie, read: number): ReadonlyMap<number, readonly number[]> {
  const children = new Map<number, number[]>();
  for (let index = read; index < tokens.length; index += 1) {
    const parent = tokens[index]?.parent as number;
    const known = children.get(parent);
    if (known === undefined) children.set(parent, [index]);
    else known.push(index);
  }
  return children;
}

/** Tokens behind a prompt that replies may go along: those of this call, up to where a reply ends. */
function railsFrom(
  leaf: number,
  childrenOf: ReadonlyMap<number, readonly number[]>,
  goesOn: (token: number) => boolean,
  levels: number,
): readonly (readonly number[])[] {
  const rails: number[][] = [[leaf]];
  while (rails.length < levels) {
    const next = (rails[rails.length - 1] as number[]).flatMap((node) => childrenOf.get(node) ?? []).filter(goesOn);
    if (next.length === 0) break;
    rails.push(next);
  }
  return rails;
}

/**
 * @param childrenOf what this call reads: what earlier ones said behind their tokens is lost
 * @param levels most tokens of a reply to look for along the tree
 */
export function railDraws(
  trie: TokenTrie,
  childrenOf: ReadonlyMap<number, readonly number[]>,
  leaf: number,
  streams: readonly Rng[],
  { maxTokens, temperature }: Decoding,
  endTokens: ReadonlySet<number>,
  levels: number,
): RailDraws {
  const goesOn = (node: number): boolean => !endTokens.has(trie.tokens[node]?.token as number);
  const rails = railsFrom(leaf, childrenOf, goesOn, Math.min(levels, maxTokens));
  /** By token of the tree: what each draw says behind it. */
  const picked = new Map<number, PickedToken[]>();

  function walk(stream: number): RailDraw {
    const said: PickedToken[] = [];
    let node = leaf;
    for (;;) {
      const next = picked.get(node)?.[stream] as PickedToken;
      said.push(next);
      const isOver = endTokens.has(next.token) || said.length === maxTokens || Number.isNaN(next.logProb);
      if (isOver) return { said, leftAt: null };
      const child = trie.path(node, [next.token])[1];
      if (child === undefined || !picked.has(child)) return { said, leftAt: node };
      node = child;
    }
  }

  return {
    ask(plan) {
      for (const [level, nodes] of rails.entries()) {
        const uniforms = streams.map((stream) => (temperature === 0 ? 0 : stream.uniform(level)));
        for (const node of nodes) {
          const tokens: PickedToken[] = [];
          picked.set(node, tokens);
          plan.pick(node, uniforms, (place, token) => {
            tokens[place] = token;
          });
        }
      }
    },
    walked: () => streams.map((_, stream) => walk(stream)),
  };
}
