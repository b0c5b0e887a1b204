import { join } from "node:path";
import { Fault } from "../core/fault.js";
import type { ActionScore, ActionToScore, Decoding, PolicyInfo, Prompt, StateDraws } from "../core/policy.js";
import { keyedRng } from "../core/rng.js";
import { type ChatTokenizer, chatTokenizer } from "./chat-tokenizer.js";
import { type Decoder, openDecoder } from "./decoder.js";
import { drawActions, scoreTokens } from "./draw-actions.js";
import { gatherRows, type KvCache } from "./kv-cache.js";
import {
  type DecodingOverrides,
  ignoredSettings,
  type ModelFolder,
  readDecoding,
  readModelFolder,
  settingsSha256,
  sha256OfFiles,
  weightFiles,
} from "./model-folder.js";
import { type TokenTree, tokenTree } from "./token-tree.js";

/** What it takes to open a policy; plain data, so that it can be sent to a worker. */
export interface OnnxSpec {
  readonly name: string;
  readonly folder: string;
  readonly device: string;
  readonly threads: number;
  readonly decoding: DecodingOverrides;
}

/** One model in the calling thread: its runs block that thread. Inputs and outputs are plain data. */
export interface OnnxEngine {
  readonly info: PolicyInfo;
  fits(states: readonly Prompt[]): readonly boolean[];
  sample(
    states: readonly Prompt[],
    options: { readonly samples: number; readonly rngKey: string; readonly expected: readonly string[] },
  ): Promise<readonly StateDraws[]>;
  score(
    states: readonly Prompt[],
    actions: readonly (readonly ActionToScore[])[],
  ): Promise<readonly (readonly ActionScore[])[]>;
  close(): Promise<void>;
}

/** Of a vocabulary, the share that may be padding: ids the model has and the tokenizer does not. */
const MAX_PADDING = 0.02;

function sharedLength(a: readonly number[], b: readonly number[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

function vocabularyOf(model: ModelFolder, decoder: Decoder, tokenizer: ChatTokenizer): number {
  const where = join(model.folder, "config.json: vocab_size");
  const stated = model.config["vocab_size"];
  const width = decoder.layout.vocabulary ?? stated;
  if (typeof width !== "number") throw new Fault({ where, expected: "a number of tokens", got: "none" });
  if (stated !== undefined && stated !== width) {
    throw new Fault({ where, expected: `${width}, the width of the model's logits`, got: String(stated) });
  }
  if (tokenizer.size > width || tokenizer.size < width * (1 - MAX_PADDING)) {
    const where = join(model.folder, "tokenizer.json");
    throw new Fault({
      where,
      expected: `a vocabulary of ${width} tokens, as the model has`,
      got: String(tokenizer.size),
    });
  }
  return width;
}

function contextLengthOf(model: ModelFolder): number | null {
  const stated = model.config["max_position_embeddings"];
  return typeof stated === "number" ? stated : null;
}

export async function openEngine(spec: OnnxSpec): Promise<OnnxEngine> {
  const model = readModelFolder(spec.folder);
  const tokenizer = chatTokenizer(model);
  const decoder = await openDecoder(model.modelFile, spec.device, spec.threads);
  const decoding: Decoding = readDecoding(model, spec.decoding);
  const info: PolicyInfo = {
    name: spec.name,
    folder: spec.folder,
    modelSha256: await sha256OfFiles(weightFiles(model.modelFile)),
    tokenizerSha256: await sha256OfFiles([join(spec.folder, "tokenizer.json")]),
    settingsSha256: settingsSha256(model),
    vocabulary: vocabularyOf(model, decoder, tokenizer),
    contextLength: contextLengthOf(model),
    device: spec.device,
    decoding,
    ignoredSettings: ignoredSettings(model),
  };

  function encodePrompt({ stateId, messages }: Prompt): readonly number[] {
    try {
      return tokenizer.encodePrompt(messages);
    } catch (error) {
      throw error instanceof Fault ? new Fault(`policy ${info.name}: state ${stateId}: ${error.message}`) : error;
    }
  }

  function checkLength(stateId: string, promptTokens: number, actionTokens: number): void {
    if (info.contextLength === null || promptTokens + actionTokens <= info.contextLength) return;
    throw new Fault({
      where: `policy ${info.name}: state ${stateId}`,
      expected: `prompt and action within the model's ${info.contextLength} tokens`,
      got: `${promptTokens} + ${actionTokens}`,
    });
  }

  function checkLogits(stateId: string): (logits: Float32Array, depth: number) => void {
    return (logits, depth) => {
      let highest = -Infinity;
      for (const logit of logits) {
        if (Number.isNaN(logit) || logit === Infinity) highest = Number.NaN;
        else highest = Math.max(highest, logit);
      }
      if (Number.isFinite(highest)) return;
      const where = `policy ${info.name}: state ${stateId}: token ${depth} of the action`;
      throw new Fault({ where, expected: "finite logits", got: "NaN or infinite ones" });
    };
  }

  /**
   * Calls `visit` with the token tree of every state. The longest prompt is read whole; every other reads only what it
   * does not share with that one. Order and grouping depend on the prompts alone, so results do not vary from run to run.
   */
  async function visitTrees(
    states: readonly Prompt[],
    visit: (tree: TokenTree, index: number, promptTokens: number) => Promise<void>,
  ): Promise<void> {
    const prompts = states.map(encodePrompt);
    const order = prompts
      .map((_, index) => index)
      .sort((a, b) => (prompts[b] as []).length - (prompts[a] as []).length || a - b);
    let main: { ids: readonly number[]; cache: KvCache } | null = null;
    let current: { ids: readonly number[]; cache: KvCache } | null = null;
    for (const index of order) {
      const ids = prompts[index] as readonly number[];
      const { stateId } = states[index] as Prompt;
      const needed = ids.length - 1;
      if (needed < 0) {
        const where = `policy ${info.name}: state ${stateId}`;
        throw new Fault({ where, expected: "a prompt of at least one token", got: "none" });
      }
      checkLength(stateId, ids.length, 1);
      const covers: { ids: readonly number[]; cache: KvCache } | undefined = [main, current]
        .filter((trunk) => trunk !== null)
        .find((trunk) => sharedLength(trunk.ids, ids) >= needed);
      if (covers === undefined) {
        const shared: number = main === null ? 0 : Math.min(needed, sharedLength(main.ids, ids));
        const past: KvCache =
          main === null ? decoder.emptyCache() : gatherRows([{ cache: main.cache, row: 0 }], shared);
        const cache = needed === shared ? past : await decoder.remember([ids.slice(shared, needed)], past);
        current = { ids: ids.slice(0, needed), cache };
        main ??= current;
      } else current = covers;
      const tree = tokenTree(decoder, info.vocabulary, decoding, {
        trunk: current.cache,
        promptLength: ids.length,
        lastToken: ids[needed] as number,
        check: checkLogits(stateId),
      });
      await visit(tree, index, ids.length);
    }
  }

  const score = (tree: TokenTree, tokens: readonly number[]): ActionScore =>
    scoreTokens(tree, decoding, tokenizer.endTokens, info.vocabulary, tokens);

  return {
    info,
    fits: (states) => {
      const room = (info.contextLength ?? Infinity) - decoding.maxTokens;
      return states.map((state) => encodePrompt(state).length <= room);
    },
    async sample(states, { samples, rngKey, expected }) {
      const results: StateDraws[] = [];
      await visitTrees(states, async (tree, index, promptTokens) => {
        const { stateId, messages } = states[index] as Prompt;
        checkLength(stateId, promptTokens, decoding.maxTokens);
        const replies = expected.map((reply) => tokenizer.encodeReply(messages, reply));
        await tree.follow(replies);
        const scores = replies.map((tokens) => score(tree, tokens));
        const stream = keyedRng(rngKey).child(info.name, stateId);
        const streams = Array.from({ length: samples }, (_, sample) => stream.child(sample));
        const drawn = await drawActions(tree, decoding, tokenizer.endTokens, streams);
        results[index] = {
          actions: drawn.map((action) => ({ ...action, text: tokenizer.decodeReply(action.tokenIds) })),
          expected: scores,
        };
      });
      return results;
    },
    async score(states, actions) {
      const results: (readonly ActionScore[])[] = [];
      await visitTrees(states, async (tree, index, promptTokens) => {
        const { stateId, messages } = states[index] as Prompt;
        const sequences = (actions[index] ?? []).map(
          ({ text, tokenIds }) => tokenIds ?? tokenizer.encodeReply(messages, text),
        );
        for (const tokens of sequences) checkLength(stateId, promptTokens, tokens.length);
        await tree.follow(sequences.filter((tokens) => tokens.every((token) => token < info.vocabulary)));
        results[index] = sequences.map((tokens) => score(tree, tokens));
      });
      return results;
    },
    close: () => decoder.close(),
  };
}
