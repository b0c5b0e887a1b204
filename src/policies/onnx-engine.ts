import { join } from "node:path";
import { Fault } from "../core/fault.js";
import type { ActionScore, ActionToScore, Decoding, PolicyInfo, Prompt, StateDraws } from "../core/policy.js";
import { keyedRng, type Rng } from "../core/rng.js";
import { type ChatTokenizer, chatTokenizer } from "./chat-tokenizer.js";
import { defaultCacheFolder } from "./compiled-cache.js";
import { openCompiled } from "./compiled-decoder.js";
import { compiledReplies } from "./compiled-replies.js";
import { type Decoder, openDecoder } from "./decoder.js";
import { loopReplies } from "./loop-replies.js";
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
import type { ReplyEngine, ReplyRequest } from "./reply-engine.js";

/** `auto` compiles models where it can; `loop` is the reference, a run of the model a token. */
export const engineKinds = ["auto", "loop"] as const;

export type EngineKind = (typeof engineKinds)[number];

/** What it takes to open a policy; plain data, so that it can be sent to a worker. */
export interface OnnxSpec {
  readonly name: string;
  readonly folder: string;
  readonly device: string;
  readonly threads: number;
  readonly engine: EngineKind;
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

/** The engine that was asked for; it keeps the decoder's session only where it needs it. */
async function openReplies(
  { device, threads, engine }: OnnxSpec,
  { modelFile }: ModelFolder,
  decoder: Decoder,
  { vocabulary, decoding, endTokens }: { vocabulary: number; decoding: Decoding; endTokens: ReadonlySet<number> },
): Promise<ReplyEngine> {
  const loop = (why: string): ReplyEngine => loopReplies(decoder, vocabulary, decoding, endTokens, why);
  if (engine === "loop") return loop("asked for");
  const cacheFolder = defaultCacheFolder(process.env);
  const compiled = openCompiled(modelFile, decoder.layout, { device, threads, cacheFolder });
  if ("reason" in compiled) return loop(compiled.reason);
  const refusal = await compiled.prepare(decoding);
  if (refusal !== null) {
    await compiled.close();
    return loop(refusal);
  }
  await decoder.close();
  return compiledReplies(compiled, decoder.emptyCache(), vocabulary, decoding, endTokens);
}

export async function openEngine(spec: OnnxSpec): Promise<OnnxEngine> {
  const model = readModelFolder(spec.folder);
  const tokenizer = chatTokenizer(model);
  const decoder = await openDecoder(model.modelFile, spec.device, spec.threads);
  const decoding: Decoding = readDecoding(model, spec.decoding);
  const vocabulary = vocabularyOf(model, decoder, tokenizer);
  const engine = await openReplies(spec, model, decoder, { vocabulary, decoding, endTokens: tokenizer.endTokens });
  const info: PolicyInfo = {
    name: spec.name,
    folder: spec.folder,
    modelSha256: await sha256OfFiles(weightFiles(model.modelFile)),
    tokenizerSha256: await sha256OfFiles([join(spec.folder, "tokenizer.json")]),
    settingsSha256: settingsSha256(model),
    vocabulary,
    contextLength: contextLengthOf(model),
    device: spec.device,
    engine: engine.description,
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

  function checkLength(where: string, promptTokens: number, actionTokens: number): void {
    if (info.contextLength === null || promptTokens + actionTokens <= info.contextLength) return;
    throw new Fault({
      where,
      expected: `prompt and action within the model's ${info.contextLength} tokens`,
      got: `${promptTokens} + ${actionTokens}`,
    });
  }

  /** What is asked at a state, once it was seen to fit. */
  function requestOf(state: Prompt, sequences: readonly (readonly number[])[], streams: readonly Rng[]): ReplyRequest {
    const prompt = encodePrompt(state);
    const name = `policy ${info.name}: state ${state.stateId}`;
    if (prompt.length === 0) throw new Fault({ where: name, expected: "a prompt of at least one token", got: "none" });
    const longest = streams.length === 0 ? 1 : decoding.maxTokens;
    checkLength(name, prompt.length, Math.max(longest, ...sequences.map((tokens) => tokens.length)));
    return { name, prompt, sequences, streams };
  }

  return {
    info,
    fits: (states) => {
      const room = (info.contextLength ?? Infinity) - decoding.maxTokens;
      return states.map((state) => encodePrompt(state).length <= room);
    },
    async sample(states, { samples, rngKey, expected }) {
      const requests = states.map((state) => {
        const stream = keyedRng(rngKey).child(info.name, state.stateId);
        const streams = Array.from({ length: samples }, (_, sample) => stream.child(sample));
        const replies = expected.map((reply) => tokenizer.encodeReply(state.messages, reply));
        return requestOf(state, replies, streams);
      });
      return (await engine.answer(requests)).map(({ scores, draws }): StateDraws => {
        const actions = draws.map((draw) => ({ ...draw, text: tokenizer.decodeReply(draw.tokenIds) }));
        return { actions, expected: scores };
      });
    },
    async score(states, actions) {
      const requests = states.map((state, index) => {
        const sequences = (actions[index] ?? []).map(
          ({ text, tokenIds }) => tokenIds ?? tokenizer.encodeReply(state.messages, text),
        );
        return requestOf(state, sequences, []);
      });
      return (await engine.answer(requests)).map(({ scores }) => scores);
    },
    close: () => engine.close(),
  };
}
