import type { Decoding } from "../core/policy.js";
import {
  decodingFeeds,
  double,
  type Program,
  type PromptPlace,
  placeFeeds,
  unusableLogits,
} from "./compiled-session.js";
import type { DrawnTokens } from "./draw-actions.js";
import { NO_TOKEN } from "./graph-draw.js";
import type { KvCache } from "./kv-cache.js";
import type { ModelLayout } from "./model-layout.js";
import { int64 } from "./tensors.js";

/** Prompts, and the samples to draw behind them. */
export interface DrawRequest {
  /** What lies in a row behind a prompt's own tokens is not seen; it must be finite. */
  readonly cache: KvCache;
  readonly prompts: readonly PromptPlace[];
  /** The prompt of each sample, by its index. */
  readonly owners: readonly number[];
  /** [most tokens, samples] row-major: the number at which each token of each sample is drawn. */
  readonly uniforms: Float64Array;
  readonly endTokens: ReadonlySet<number>;
}

/** Runs a program of `drawModel`. Throws a Fault where logits are NaN or infinite. */
export async function runDraw(
  program: Program,
  layout: ModelLayout,
  request: DrawRequest,
  decoding: Decoding,
): Promise<readonly DrawnTokens[]> {
  const { cache, prompts, owners, uniforms, endTokens } = request;
  const samples = owners.length;
  const results = await program.run({
    ...placeFeeds(layout, cache, prompts),
    ...decodingFeeds(program, decoding),
    last_tokens: int64(prompts.map((prompt) => prompt.lastToken)),
    owners: int64(owners),
    uniforms: double(uniforms, [uniforms.length / samples, samples]),
    end_tokens: int64([...endTokens]),
  });
  const [tokens, logProbs] = program.outputNames.map((name) => results[name]?.data) as [BigInt64Array, Float64Array];
  return owners.map((owner, sample) => {
    const draw = { tokenIds: [] as number[], logProbs: [] as number[] };
    for (let place = sample; place < tokens.length; place += samples) {
      const token = Number(tokens[place]);
      if (token === NO_TOKEN) break;
      const logProb = logProbs[place] as number;
      if (Number.isNaN(logProb)) throw unusableLogits(prompts[owner]?.name ?? "", draw.tokenIds.length);
      draw.tokenIds.push(token);
      draw.logProbs.push(logProb);
    }
    return draw;
  });
}
