import type { Decoding } from "../core/policy.js";
import { decodingFeeds, type Program, type PromptPlace, placeFeeds, unusableLogits } from "./compiled-session.js";
import type { DecodingKind } from "./graph-distribution.js";
import type { KvCache } from "./kv-cache.js";
import type { ModelLayout } from "./model-layout.js";
import { int64, readCache } from "./tensors.js";

/** Prompts, and token sequences to score behind them. */
export interface ScoreRequest {
  /** What lies in a row behind a prompt's own tokens is not seen; it must be finite. */
  readonly cache: KvCache;
  /** The prompt of each sequence. */
  readonly prompts: readonly PromptPlace[];
  /** Tokens of the vocabulary, at least one a sequence. */
  readonly sequences: readonly (readonly number[])[];
  /** Give back the longer cache too. */
  readonly keepsCache?: boolean;
}

/** Per token, nats. */
export interface TokenScores {
  /** Full distribution, temperature 1. */
  readonly logProbs: readonly number[];
  /** Log of the chance that the decoding draws this token; −Infinity when it never does. */
  readonly drawLogProbs: readonly number[];
}

export interface ScoreResult {
  /** One of each sequence. */
  readonly scores: readonly TokenScores[];
  /**
   * Where it was asked for: of each sequence, its prompt as padded, then the prompt's last token and the sequence
   * without
   * its own last one; sequences shorter than the longest are padded at their end.
   */
  readonly cache: KvCache | null;
}

/** Runs a program of `scoreModel`. Throws a Fault where logits are NaN or infinite. */
export async function runScore(
  program: Program,
  layout: ModelLayout,
  request: ScoreRequest,
  decoding: Decoding,
  kind: DecodingKind,
): Promise<ScoreResult> {
  const { cache, prompts, sequences, keepsCache = false } = request;
  const width = Math.max(...sequences.map((tokens) => tokens.length));
  const grid = (rows: readonly (readonly number[])[]): readonly number[] =>
    rows.flatMap((row) => Array.from({ length: width }, (_, place) => row[place] ?? 0));
  const read = sequences.map((tokens, row) => [prompts[row]?.lastToken ?? 0, ...tokens.slice(0, -1)]);
  const dims = [sequences.length, width];
  const scoreNames = program.outputNames.slice(0, kind === "plain" ? 1 : 2);
  const results = await program.run(
    {
      ...placeFeeds(layout, cache, prompts),
      ...decodingFeeds(program, decoding),
      input_ids: int64(grid(read), dims),
      targets: int64(grid(sequences), dims),
    },
    keepsCache ? program.outputNames : scoreNames,
  );
  const [full, drawn = full] = scoreNames.map((name) => results[name]?.data as Float32Array | Float64Array);
  const scored = sequences.map((tokens, row) => {
    const part = (values: Float32Array | Float64Array | undefined): readonly number[] =>
      Array.from(values?.subarray(row * width, row * width + tokens.length) ?? []);
    const logProbs = part(full);
    const broken = logProbs.findIndex(Number.isNaN);
    if (broken !== -1) throw unusableLogits(prompts[row]?.name ?? "", broken);
    return { logProbs, drawLogProbs: part(drawn) };
  });
  const longer = keepsCache ? readCache(layout, results, sequences.length, cache.length + width) : null;
  return { scores: scored, cache: longer };
}
