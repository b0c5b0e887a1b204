import type { Decoding } from "../core/policy.js";
import type { Rng } from "../core/rng.js";
import { treeCache } from "./graph-decoder.js";
import { DRAW, NO_TOKEN, STOP } from "./graph-tree-body.js";
import type { KvCache } from "./kv-cache.js";
import type { ModelLayout } from "./model-layout.js";
import * as ort from "./onnxruntime.js";
import { int64, readCache } from "./tensors.js";

/** A token of a tree. */
export interface TreeToken {
  readonly token: number;
  /** The token it follows, by its index in the tree; −1 at the beginning. */
  readonly parent: number;
  /** How many tokens come before it. */
  readonly place: number;
}

/** A token to score behind another, by its index in the tree. */
export interface Target {
  readonly after: number;
  readonly token: number;
}

/** One token to draw behind another, by its index in the tree: the one at this number of the cumulative distribution. */
export interface Pick {
  readonly after: number;
  readonly uniform: number;
}

/**
 * What follows a token of the tree: the rest of a reply to draw, of which `from` tokens are said; or tokens that are
 * given, to be scored.
 */
export interface Branch {
  readonly after: number;
  readonly reply: { readonly stream: Rng; readonly from: number } | { readonly tokens: readonly number[] };
}

/** What one run reads behind a cache, and what it gives. Indices count the cache's tokens first, then those read. */
export interface TreeRequest {
  /** Tokens of the tree that were read before. */
  readonly cache: KvCache;
  /** Every token of the tree: those in the cache, then those to read, parents first. */
  readonly tree: readonly TreeToken[];
  /** How many tokens the cache is to hold afterwards; 0 gives none back. */
  readonly kept: number;
  /** All of these behind tokens that are read in this run. */
  readonly targets: readonly Target[];
  readonly picks: readonly Pick[];
  readonly branches: readonly Branch[];
  readonly endTokens: ReadonlySet<number>;
}

/** Of a token, nats: full distribution at temperature 1; and the log of the chance that the decoding draws it. */
export interface TokenScore {
  readonly token: number;
  readonly logProb: number;
  readonly drawLogProb: number;
}

/** A token that was drawn, nats: full distribution at temperature 1. */
export type PickedToken = Omit<TokenScore, "drawLogProb">;

export interface TreeResult {
  /** One of each target. NaN where the logits are not usable. */
  readonly targets: readonly TokenScore[];
  /** One of each pick. */
  readonly picks: readonly PickedToken[];
  /** The tokens of each branch, up to one with NaN. */
  readonly branches: readonly (readonly TokenScore[])[];
  readonly cache: KvCache | null;
}

function double(values: Float64Array, dims: readonly number[]): ort.Tensor {
  return new ort.Tensor("float64", values, dims);
}

/** The numbers of a decoding, for the program of its kind. */
function decodingFeeds(
  program: ort.InferenceSession,
  { temperature, topK, topP }: Decoding,
): Record<string, ort.Tensor> {
  const all: Record<string, ort.Tensor> = {
    "tree.temperature": double(Float64Array.of(temperature), []),
    "tree.top_k": int64([topK === 0 ? Number.MAX_SAFE_INTEGER : topK]),
    "tree.top_p": double(Float64Array.of(topP < 1 ? topP : Infinity), []),
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => program.inputNames.includes(name)));
}

/** bool [tokens to read, all tokens]: each sees those it follows, and itself. */
function sees(tree: readonly TreeToken[], past: number): ort.Tensor {
  const width = tree.length;
  const rows = new Uint8Array((width - past) * width);
  for (let index = past; index < width; index += 1) {
    const row = (index - past) * width;
    let parent = (tree[index] as TreeToken).parent;
    if (parent >= past) rows.copyWithin(row, (parent - past) * width, (parent - past + 1) * width);
    else for (; parent >= 0; parent = (tree[parent] as TreeToken).parent) rows[row + parent] = 1;
    rows[row + index] = 1;
  }
  return new ort.Tensor("bool", rows, [width - past, width]);
}

/** Most tokens that a branch adds. */
function longest({ reply }: Branch, mostTokens: number): number {
  return "stream" in reply ? mostTokens - reply.from : reply.tokens.length;
}

/** The steps of the branches, [steps + 1, branches] row-major: what each is forced to say. */
function forcedTokens(branches: readonly Branch[], steps: number, mostTokens: number): ort.Tensor {
  const table = new BigInt64Array((steps + 1) * branches.length).fill(BigInt(STOP));
  branches.forEach((branch, column) => {
    const { reply } = branch;
    for (let step = 0; step < longest(branch, mostTokens); step += 1) {
      table[step * branches.length + column] = BigInt("stream" in reply ? DRAW : (reply.tokens[step] as number));
    }
  });
  return new ort.Tensor("int64", table, [steps + 1, branches.length]);
}

function uniforms(branches: readonly Branch[], steps: number, mostTokens: number, isGreedy: boolean): ort.Tensor {
  const table = new Float64Array(steps * branches.length);
  branches.forEach((branch, column) => {
    const { reply } = branch;
    if (!("stream" in reply) || isGreedy) return;
    for (let step = 0; step < longest(branch, mostTokens); step += 1) {
      table[step * branches.length + column] = reply.stream.uniform(reply.from + step);
    }
  });
  return double(table, [steps, branches.length]);
}

/** Runs a program of `treeModel`. */
export async function runTree(
  program: ort.InferenceSession,
  layout: ModelLayout,
  decoding: Decoding,
  { cache, tree, kept, targets, picks, branches, endTokens }: TreeRequest,
): Promise<TreeResult> {
  const read = tree.slice(cache.length);
  const wanted = [...new Set([...targets, ...picks, ...branches].map(({ after }) => after - cache.length))];
  const rowOf = new Map(wanted.map((index, row) => [index + cache.length, row]));
  const rowsOf = (of: readonly { readonly after: number }[]): ort.Tensor =>
    int64(of.map(({ after }) => rowOf.get(after) as number));
  const steps = Math.max(1, ...branches.map((branch) => longest(branch, decoding.maxTokens)));
  const caches = layout.cache.map(({ entry, heads, headDim, type }, index) => {
    const { data } = cache.tensors[index] as KvCache["tensors"][number];
    return [treeCache(entry), new ort.Tensor(type, data, [1, heads, cache.length, headDim])] as const;
  });
  const [foundName, pickedName, pickedLogProbsName, tokensName, logProbsName, ...others] = program.outputNames as [
    ...[string, string, string, string, string],
    ...string[],
  ];
  const [foundDrawnName, drawnName] = others.length > layout.cache.length ? others : [foundName, logProbsName];
  const cacheNames = program.outputNames.slice(-layout.cache.length);
  const fetched = program.outputNames.slice(0, -layout.cache.length);
  const results = await program.run(
    {
      ...Object.fromEntries(caches),
      ...decodingFeeds(program, decoding),
      "tree.tokens": int64(read.map(({ token }) => token)),
      "tree.places": int64(read.map(({ place }) => place)),
      "tree.sees": sees(tree, cache.length),
      // Kernels fail on distributions of no rows at all.
      "tree.wanted": int64(wanted.length > 0 ? wanted : [0]),
      "tree.targets": int64(targets.map(({ token }) => token)),
      "tree.target_rows": rowsOf(targets),
      "tree.pick_rows": rowsOf(picks),
      "tree.pick_uniforms": double(
        Float64Array.from(picks, ({ uniform }) => uniform),
        [picks.length],
      ),
      "tree.kept": int64([kept]),
      "tree.owners": rowsOf(branches),
      "tree.forced": forcedTokens(branches, steps, decoding.maxTokens),
      "tree.uniforms": uniforms(branches, steps, decoding.maxTokens, decoding.temperature === 0),
      "tree.end_tokens": int64([...endTokens]),
    },
    kept > 0 ? [...fetched, ...cacheNames] : fetched,
  );
  const numbers = (name: string | undefined): Float64Array => results[name as string]?.data as Float64Array;
  const [found, foundDrawn] = [numbers(foundName), numbers(foundDrawnName)];
  const [logProbs, drawn] = [numbers(logProbsName), numbers(drawnName)];
  const tokens = results[tokensName]?.data as BigInt64Array;
  const picked = results[pickedName]?.data as BigInt64Array;
  const pickedLogProbs = numbers(pickedLogProbsName);
  return {
    targets: targets.map(({ token }, index) => ({
      token,
      logProb: found[index] as number,
      drawLogProb: foundDrawn[index] as number,
    })),
    picks: picks.map((_, index) => ({ token: Number(picked[index]), logProb: pickedLogProbs[index] as number })),
    branches: branches.map((_, column) => {
      const said: TokenScore[] = [];
      for (let at = column; at < tokens.length && Number(tokens[at]) !== NO_TOKEN; at += branches.length) {
        const logProb = logProbs[at] as number;
        said.push({ token: Number(tokens[at]), logProb, drawLogProb: drawn[at] as number });
      }
      return said;
    }),
    cache: kept > 0 ? readCache(layout, results, 1, kept, (index) => cacheNames[index] as string) : null,
  };
}
