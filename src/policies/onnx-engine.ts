import { join } from "node:path";
import { Fault } from "../core/fault.js";
import type { Decoding, PolicyInfo } from "../core/policy.js";
import { type ChatTokenizer, chatTokenizer } from "./chat-tokenizer.js";
import { defaultCacheFolder } from "./compiled-cache.js";
import { windowOf } from "./context-length.js";
import { type Decoder, openDecoder } from "./decoder.js";
import { patientDecoder } from "./decoder-rows.js";
import { checkAnswers, reasonFromCheck } from "./engine-check.js";
import { type EngineSession, engineSession } from "./engine-session.js";
import { takesOneRow } from "./graph-mask.js";
import { loadLimits } from "./load-limits.js";
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
import type { ReplyEngine } from "./reply-engine.js";
import { openTreeProgram } from "./tree-program.js";
import { treeReplies } from "./tree-replies.js";

/** `auto` compiles models where it can; `loop` is the reference, a run of the model a token. */
export const engineKinds = ["auto", "loop"] as const;

export const DEFAULT_MEMORY_MIB = 512;

export type EngineKind = (typeof engineKinds)[number];

/** What it takes to open a policy; plain data, so that it can be sent to a worker. */
export interface OnnxSpec {
  readonly name: string;
  readonly folder: string;
  readonly device: string;
  readonly threads: number;
  readonly engine: EngineKind;
  /** What a run of the model may take besides its weights and what sessions remember; 512 where nothing is said. */
  readonly memoryMib?: number;
  readonly decoding: DecodingOverrides;
}

/** One model in the calling thread: its runs block that thread. */
export interface OnnxEngine {
  readonly info: PolicyInfo;
  session(): EngineSession;
  close(): Promise<void>;
}

/** How far, as a share, a tokenizer's ids may end before or behind the model's: widths are padded, ids added. */
const MOST_APART = 0.02;

function vocabularyOf(model: ModelFolder, decoder: Decoder, tokenizer: ChatTokenizer): number {
  const where = join(model.folder, "config.json: vocab_size");
  const stated = model.config["vocab_size"];
  const width = decoder.layout.vocabulary ?? stated;
  if (typeof width !== "number") throw new Fault({ where, expected: "a number of tokens", got: "none" });
  if (stated !== undefined && stated !== width) {
    throw new Fault({ where, expected: `${width}, the width of the model's logits`, got: String(stated) });
  }
  if (Math.abs(tokenizer.size - width) > width * MOST_APART) {
    const where = join(model.folder, "tokenizer.json");
    throw new Fault({
      where,
      expected: `a vocabulary of ${width} tokens, as the model has`,
      got: String(tokenizer.size),
    });
  }
  return width;
}

async function openPatient(file: string, device: string, threads: number): Promise<Decoder> {
  return patientDecoder(await openDecoder(file, device, threads), takesOneRow(file));
}

/** The engine that was asked for. A compiled one needs no decoder, which is closed before the weights are loaded again. */
async function openReplies(
  { device, threads, engine, memoryMib = DEFAULT_MEMORY_MIB }: OnnxSpec,
  { modelFile, config, contextLength }: ModelFolder,
  decoder: Decoder,
  { vocabulary, decoding, endTokens }: { vocabulary: number; decoding: Decoding; endTokens: ReadonlySet<number> },
): Promise<ReplyEngine> {
  const loop = (from: Decoder, why: string): ReplyEngine => loopReplies(from, vocabulary, decoding, endTokens, why);
  if (engine === "loop") return loop(decoder, "asked for");
  const answers = await checkAnswers(loop(decoder, "asked for"), vocabulary);
  await decoder.close();
  const again = async (why: string): Promise<ReplyEngine> => loop(await openPatient(modelFile, device, threads), why);
  const window = windowOf(config, contextLength);
  if (window !== null) return again(`it sees a window of ${window} tokens`);
  const options = { device, threads, contextLength, cacheFolder: defaultCacheFolder(process.env) };
  const program = await openTreeProgram(modelFile, decoder.layout, decoding, options);
  if ("reason" in program) return again(program.reason);
  const limits = loadLimits(decoder.layout, vocabulary, memoryMib);
  // Grouping may change the last bits of a number, so another limit is another engine.
  const description = memoryMib === DEFAULT_MEMORY_MIB ? "compiled" : `compiled, ${memoryMib} MiB a run`;
  const compiled = (own: Decoding): ReplyEngine =>
    treeReplies({ description, program, vocabulary, decoding: own, endTokens, limits });
  const reason = await reasonFromCheck(compiled({ ...decoding, maxTokens: 1 }), vocabulary, answers);
  if (reason === null) return compiled(decoding);
  await program.close();
  return again(reason);
}

export async function openEngine(spec: OnnxSpec): Promise<OnnxEngine> {
  const model = readModelFolder(spec.folder);
  const tokenizer = chatTokenizer(model);
  const decoder = await openPatient(model.modelFile, spec.device, spec.threads);
  const decoding: Decoding = readDecoding(model, spec.decoding);
  const vocabulary = vocabularyOf(model, decoder, tokenizer);
  const engine = await openReplies(spec, model, decoder, { vocabulary, decoding, endTokens: tokenizer.endTokens });
  const info: PolicyInfo = {
    name: spec.name,
    folder: spec.folder,
    modelSha256: await sha256OfFiles(weightFiles(model.modelFile)),
    tokenizerSha256: await sha256OfFiles([join(model.folder, "tokenizer.json")]),
    settingsSha256: settingsSha256(model),
    vocabulary,
    contextLength: model.contextLength,
    device: spec.device,
    engine: engine.description,
    decoding,
    ignoredSettings: ignoredSettings(model),
  };

  return { info, session: () => engineSession(info, tokenizer, engine.session()), close: () => engine.close() };
}
