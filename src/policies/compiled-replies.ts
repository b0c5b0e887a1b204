import type { ActionScore, Decoding } from "../core/policy.js";
import type { CompiledDecoder } from "./compiled-decoder.js";
import type { PromptPlace } from "./compiled-session.js";
import { actionScore, type DrawnTokens, neverSaid } from "./draw-actions.js";
import { gatherRows, type KvCache } from "./kv-cache.js";
import { longestFirst, type ReplyEngine, type ReplyRequest, type ReplyResult, sharedLength } from "./reply-engine.js";

/** Bytes that the caches of one run may take, and token rows it may score: they bound memory whatever K is. */
const CACHE_BYTES = 2 ** 26;
const SCORED_TOKENS = 2 ** 13;

/** Requests whose prompts begin with the tokens of one cache row. */
interface Group {
  readonly cache: KvCache;
  readonly members: readonly number[];
}

/** One reply that is asked for: which request's, and its place there. */
interface Ask {
  readonly request: number;
  readonly place: number;
}

function bytesAToken(cache: KvCache): number {
  return cache.tensors.reduce((sum, { heads, headDim, data }) => sum + heads * headDim * data.BYTES_PER_ELEMENT, 0);
}

/** Cuts into runs of at most `most` in sum, each item at least one. */
function runsOf<T>(items: readonly T[], weight: (item: T) => number, most: number): readonly (readonly T[])[] {
  const runs: T[][] = [];
  let room = 0;
  for (const item of items) {
    const own = weight(item);
    if (own > room || runs.length === 0) {
      runs.push([]);
      room = most;
    }
    (runs[runs.length - 1] as T[]).push(item);
    room -= own;
  }
  return runs;
}

/** Replies drawn and scored inside ONNX Runtime: prompts of one trajectory share the cache of the longest. */
export function compiledReplies(
  compiled: CompiledDecoder,
  empty: KvCache,
  vocabulary: number,
  decoding: Decoding,
  endTokens: ReadonlySet<number>,
): ReplyEngine {
  /** The longest prompt is read whole; one that rewrites its history is read from where it parts. */
  async function groupsOf(requests: readonly ReplyRequest[]): Promise<readonly Group[]> {
    const groups: { readonly ids: readonly number[]; readonly cache: KvCache; readonly members: number[] }[] = [];
    for (const index of longestFirst(requests)) {
      const { prompt } = requests[index] as ReplyRequest;
      const needed = prompt.length - 1;
      const cut = (cache: KvCache, length: number): KvCache => gatherRows([{ cache, row: 0 }], length);
      const covering = groups.find(({ ids }) => sharedLength(ids, prompt) >= needed);
      if (covering !== undefined && (compiled.pads || covering.ids.length === needed)) covering.members.push(index);
      else {
        const [main] = groups;
        const shared = main === undefined ? 0 : Math.min(needed, sharedLength(main.ids, prompt));
        const past = main === undefined ? empty : cut(main.cache, shared);
        const cache = shared === needed ? past : await compiled.prefill([prompt.slice(shared, needed)], past);
        groups.push({ ids: prompt.slice(0, needed), cache, members: [index] });
      }
    }
    return groups;
  }

  const placeOf = ({ name, prompt }: ReplyRequest): PromptPlace => ({
    row: 0,
    length: prompt.length - 1,
    lastToken: prompt[prompt.length - 1] as number,
    name,
  });

  async function draw(
    requests: readonly ReplyRequest[],
    { cache, members }: Group,
    keep: (ask: Ask, drawn: DrawnTokens) => void,
  ): Promise<void> {
    const asks = members.flatMap((request) =>
      (requests[request] as ReplyRequest).streams.map((_, place): Ask => ({ request, place })),
    );
    const rowBytes = bytesAToken(cache) * (cache.length + decoding.maxTokens);
    for (const run of runsOf(asks, () => rowBytes, CACHE_BYTES)) {
      const here = [...new Set(run.map(({ request }) => request))];
      const uniforms = new Float64Array(decoding.maxTokens * run.length);
      run.forEach(({ request, place }, column) => {
        const stream = requests[request]?.streams[place];
        for (let token = 0; token < decoding.maxTokens; token += 1) {
          uniforms[token * run.length + column] = stream?.uniform(token) ?? 0;
        }
      });
      const prompts = here.map((request) => placeOf(requests[request] as ReplyRequest));
      const owners = run.map(({ request }) => here.indexOf(request));
      const drawn = await compiled.draw({ cache, prompts, owners, uniforms, endTokens }, decoding);
      run.forEach((ask, column) => {
        keep(ask, drawn[column] as DrawnTokens);
      });
    }
  }

  async function score(
    requests: readonly ReplyRequest[],
    { cache, members }: Group,
    keep: (ask: Ask, score: ActionScore) => void,
  ): Promise<void> {
    const tokensOf = ({ request, place }: Ask): readonly number[] => requests[request]?.sequences[place] ?? [];
    const asks: Ask[] = [];
    for (const request of members) {
      for (const [place, tokens] of (requests[request] as ReplyRequest).sequences.entries()) {
        const ask = { request, place };
        if (tokens.some((token) => token >= vocabulary)) keep(ask, neverSaid(tokens));
        else if (tokens.length === 0) keep(ask, actionScore(tokens, [], [], decoding, endTokens));
        else asks.push(ask);
      }
    }
    // Rows of one run are as long as its longest.
    asks.sort((a, b) => tokensOf(a).length - tokensOf(b).length);
    const rowTokens = (ask: Ask): number => cache.length + tokensOf(ask).length;
    for (const run of runsOf(asks, rowTokens, Math.max(SCORED_TOKENS, CACHE_BYTES / bytesAToken(cache) / 4))) {
      const prompts = run.map(({ request }) => placeOf(requests[request] as ReplyRequest));
      const sequences = run.map(tokensOf);
      const { scores } = await compiled.score({ cache, prompts, sequences }, decoding);
      run.forEach((ask, row) => {
        const { logProbs = [], drawLogProbs = [] } = scores[row] ?? {};
        keep(ask, actionScore(sequences[row] ?? [], logProbs, drawLogProbs, decoding, endTokens));
      });
    }
  }

  return {
    description: "compiled",
    async answer(requests) {
      const results = requests.map(() => ({ scores: [] as ActionScore[], draws: [] as DrawnTokens[] }));
      const at = ({ request }: Ask): (typeof results)[number] => results[request] as (typeof results)[number];
      for (const group of await groupsOf(requests)) {
        await score(requests, group, (ask, one) => {
          at(ask).scores[ask.place] = one;
        });
        await draw(requests, group, (ask, one) => {
          at(ask).draws[ask.place] = one;
        });
      }
      return results satisfies readonly ReplyResult[];
    },
    close: () => compiled.close(),
  };
}
