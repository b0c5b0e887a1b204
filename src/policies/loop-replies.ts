import { Fault } from "../core/fault.js";
import type { Decoding } from "../core/policy.js";
import type { Decoder } from "./decoder.js";
import { drawActions, isToken, scoreTokens } from "./draw-actions.js";
import { gatherRows, type KvCache } from "./kv-cache.js";
import { longestFirst, type ReplyEngine, type ReplyRequest, type ReplyResult, sharedLength } from "./reply-engine.js";
import { tokenTree } from "./token-tree.js";

interface Trunk {
  readonly ids: readonly number[];
  readonly cache: KvCache;
}

function checkLogits(name: string): (logits: Float32Array, depth: number) => void {
  return (logits, depth) => {
    let highest = -Infinity;
    for (const logit of logits) {
      if (Number.isNaN(logit) || logit === Infinity) highest = Number.NaN;
      else highest = Math.max(highest, logit);
    }
    if (Number.isFinite(highest)) return;
    const where = `${name}: token ${depth} of the action`;
    throw new Fault({ where, expected: "finite logits", got: "NaN or infinite ones" });
  };
}

/**
 * The reference: every step of every reply is a run of the model, and what it gives is read here. The longest prompt is
 * read whole; every other reads only what it does not share with that one. Nothing is kept between calls. Closing it closes the decoder.
 */
export function loopReplies(
  decoder: Decoder,
  vocabulary: number,
  decoding: Decoding,
  endTokens: ReadonlySet<number>,
  why: string,
): ReplyEngine {
  async function trunkOf(prompt: readonly number[], main: Trunk | null, last: Trunk | null): Promise<Trunk> {
    const needed = prompt.length - 1;
    const covering = [main, last].find((trunk) => trunk !== null && sharedLength(trunk.ids, prompt) >= needed);
    if (covering != null) return covering;
    const shared = main === null ? 0 : Math.min(needed, sharedLength(main.ids, prompt));
    const past = main === null ? decoder.emptyCache() : gatherRows([{ cache: main.cache, row: 0 }], shared);
    const cache = needed === shared ? past : await decoder.remember([prompt.slice(shared, needed)], past);
    return { ids: prompt.slice(0, needed), cache };
  }

  async function answerAt({ name, prompt, sequences, streams }: ReplyRequest, trunk: KvCache): Promise<ReplyResult> {
    const tree = tokenTree(decoder, vocabulary, decoding, {
      trunk,
      promptLength: prompt.length,
      lastToken: prompt[prompt.length - 1] as number,
      check: checkLogits(name),
    });
    await tree.follow(sequences.filter((tokens) => tokens.every((token) => isToken(token, vocabulary))));
    const scores = sequences.map((tokens) => scoreTokens(tree, decoding, endTokens, vocabulary, tokens));
    return { scores, draws: await drawActions(tree, decoding, endTokens, streams) };
  }

  async function answer(requests: readonly ReplyRequest[]): Promise<readonly ReplyResult[]> {
    const results: ReplyResult[] = [];
    let main: Trunk | null = null;
    let last: Trunk | null = null;
    for (const index of longestFirst(requests)) {
      const request = requests[index] as ReplyRequest;
      last = await trunkOf(request.prompt, main, last);
      main ??= last;
      results[index] = await answerAt(request, last.cache);
    }
    return results;
  }

  return {
    description: `loop: ${why}`,
    session: () => ({ answer, usage: null }),
    close: () => decoder.close(),
  };
}
