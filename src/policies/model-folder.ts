import { createHash } from "node:crypto";
import { createReadStream, existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Fault, quote } from "../core/fault.js";
import type { Decoding } from "../core/policy.js";
import { findChatTemplate } from "./chat-template.js";
import { contextLengthOf } from "./context-length.js";
import { type GenaiConfig, readGenaiConfig } from "./genai-config.js";
import { isJsonObject, type JsonObject, readJson, readJsonIfThere } from "./json-file.js";
import { findModelFiles, listing } from "./model-files.js";

/** Decoding settings given by the user; each one that is absent comes from generation_config.json. */
export type DecodingOverrides = Partial<Decoding>;

/** A policy's folder in one of the layouts of Hugging Face and onnxruntime-genai, its JSON files read. */
export interface ModelFolder {
  readonly folder: string;
  readonly modelFile: string;
  /** Of the text model, where config.json describes several; of genai_config.json where there is no config.json. */
  readonly config: JsonObject;
  /** With the defaults of genai_config.json where there is one. */
  readonly generation: JsonObject;
  readonly tokenizer: JsonObject;
  readonly tokenizerConfig: JsonObject;
  /** Jinja source of the chat template. */
  readonly chatTemplate: string;
  /** Most tokens prompt and reply may have together; null when no file says it. */
  readonly contextLength: number | null;
}

const DEFAULT_MAX_TOKENS = 256;

function readRequired(folder: string, name: string): JsonObject {
  const file = join(folder, name);
  if (!existsSync(file)) throw new Fault({ where: folder, expected: `a file ${name}`, got: listing(folder) });
  return readJson(file);
}

/** Settings of generation_config.json that say how tokens are drawn: where it has one, those of genai count no more. */
const DRAWING = ["do_sample", "temperature", "top_k", "top_p", "min_p", "num_beams", "repetition_penalty"];

function generationOf(stated: JsonObject, genai: GenaiConfig | null): JsonObject {
  if (genai === null) return stated;
  const { eos_token_id } = genai.generation;
  return DRAWING.some((name) => name in stated) ? { eos_token_id, ...stated } : { ...genai.generation, ...stated };
}

/**
 * Reads every small file of the policy at `path`, a folder or one of its .onnx files. Throws a Fault that names the
 * first one missing or broken.
 */
export function readModelFolder(path: string): ModelFolder {
  const { folder, modelFile } = findModelFiles(path, (place) => readGenaiConfig(place)?.modelFile ?? null);
  const genai = readGenaiConfig(folder);
  const tokenizerConfig = readRequired(folder, "tokenizer_config.json");
  const stated = genai === null ? readRequired(folder, "config.json") : readJsonIfThere(join(folder, "config.json"));
  const text = stated?.["text_config"];
  const config = stated === null ? (genai?.config ?? {}) : isJsonObject(text) ? { ...text, ...stated } : stated;
  return {
    folder,
    modelFile,
    config,
    generation: generationOf(readJsonIfThere(join(folder, "generation_config.json")) ?? {}, genai),
    tokenizer: readRequired(folder, "tokenizer.json"),
    tokenizerConfig,
    chatTemplate: findChatTemplate(folder, tokenizerConfig),
    contextLength: genai?.contextLength ?? contextLengthOf(config, tokenizerConfig),
  };
}

function numberOr(
  file: string,
  field: string,
  value: unknown,
  fallback: number,
  isFine: (n: number) => boolean,
): number {
  if (value === undefined || value === null) return fallback;
  if (typeof value === "number" && isFine(value)) return value;
  throw new Fault({ where: `${file}: ${field}`, expected: "a number in range", got: quote(value) });
}

/** Settings of generation_config.json that this tool does not apply, with the value at which they do nothing. */
const NEUTRAL: Readonly<Record<string, number | null>> = {
  bad_words_ids: null,
  begin_suppress_tokens: null,
  encoder_repetition_penalty: 1,
  epsilon_cutoff: 0,
  eta_cutoff: 0,
  exponential_decay_length_penalty: null,
  forced_bos_token_id: null,
  forced_eos_token_id: null,
  guidance_scale: 1,
  min_length: 0,
  min_new_tokens: 0,
  min_p: 0,
  no_repeat_ngram_size: 0,
  num_beams: 1,
  penalty_alpha: 0,
  repetition_penalty: 1,
  sequence_bias: null,
  suppress_tokens: null,
  top_h: 1,
  typical_p: 1,
};

/** Those which the folder sets to something else. */
export function ignoredSettings(model: ModelFolder): readonly string[] {
  return Object.entries(NEUTRAL).flatMap(([name, neutral]) => {
    const value = model.generation[name] ?? neutral;
    const isEmpty = Array.isArray(value) && value.length === 0;
    return value === neutral || isEmpty ? [] : [`${name} ${quote(value)}`];
  });
}

/**
 * Decoding from the user's settings, else generation_config.json (greedy where it says `do_sample: false`), else plain
 * sampling: temperature 1, nothing cut.
 */
export function readDecoding(model: ModelFolder, overrides: DecodingOverrides): Decoding {
  const file = join(model.folder, "generation_config.json");
  const { do_sample: doSample, temperature, top_k: topK, top_p: topP, max_new_tokens: maxTokens } = model.generation;
  const isCount = (n: number): boolean => Number.isInteger(n) && n >= 0;
  const stated: Decoding = {
    temperature: doSample === false ? 0 : numberOr(file, "temperature", temperature, 1, (n) => n >= 0),
    topK: numberOr(file, "top_k", topK, 0, isCount),
    topP: numberOr(file, "top_p", topP, 1, (n) => n > 0 && n <= 1),
    maxTokens: numberOr(file, "max_new_tokens", maxTokens, DEFAULT_MAX_TOKENS, (n) => isCount(n) && n > 0),
  };
  return { ...stated, ...overrides };
}

/** SHA-256 of files one after the other, in hex. */
export async function sha256OfFiles(files: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const file of files) await pipeline(createReadStream(file), hash, { end: false });
  return hash.digest("hex");
}

/**
 * The graph and the files that may hold its weights: `model.onnx_data`, `model.onnx.data` and their like, by whatever
 * name beside it. Files of other graphs there do no harm: the hash only has to change when the weights do.
 */
export function weightFiles(modelFile: string): readonly string[] {
  const inside = dirname(modelFile);
  const isWeights = (name: string): boolean =>
    name.startsWith(`${basename(modelFile)}_`) ||
    name.startsWith(`${basename(modelFile)}.`) ||
    /\.(data|bin|weights)$/.test(name);
  const external = readdirSync(inside).filter(isWeights);
  return [modelFile, ...external.sort().map((name) => join(inside, name))];
}

/** SHA-256 of the model's settings, in hex. */
export function settingsSha256({ config, generation, tokenizerConfig, chatTemplate }: ModelFolder): string {
  const settings = JSON.stringify([config, generation, tokenizerConfig, chatTemplate]);
  return createHash("sha256").update(settings).digest("hex");
}
