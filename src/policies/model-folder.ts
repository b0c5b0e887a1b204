import { createHash } from "node:crypto";
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Fault, quote } from "../core/fault.js";
import type { Decoding } from "../core/policy.js";

/** Decoding settings given by the user; each one that is absent comes from generation_config.json. */
export type DecodingOverrides = Partial<Decoding>;

/** A Hugging Face folder in the transformers.js layout, its JSON files read. */
export interface ModelFolder {
  readonly folder: string;
  readonly modelFile: string;
  readonly config: JsonObject;
  readonly generation: JsonObject;
  readonly tokenizer: JsonObject;
  readonly tokenizerConfig: JsonObject;
  /** Jinja source of the chat template. */
  readonly chatTemplate: string;
}

export type JsonObject = Readonly<Record<string, unknown>>;

const DEFAULT_MAX_TOKENS = 256;

function readJson(file: string): JsonObject {
  const text = readFileSync(file, "utf8");
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as JsonObject;
  } catch (error) {
    throw new Fault({ where: file, expected: "JSON", got: error instanceof Error ? error.message : String(error) });
  }
  throw new Fault({ where: file, expected: "a JSON object", got: quote(text) });
}

function required(folder: string, name: string): string {
  const file = join(folder, name);
  if (!existsSync(file)) throw new Fault({ where: folder, expected: `a file ${name}`, got: "none" });
  return file;
}

/** `onnx/model.onnx`, or the only .onnx file where there is no such one. */
function findModel(folder: string): string {
  const found = ["onnx", "."].flatMap((place) => {
    const inside = join(folder, place);
    if (!existsSync(inside) || !statSync(inside).isDirectory()) return [];
    return readdirSync(inside)
      .filter((name) => name.endsWith(".onnx"))
      .map((name) => join(place, name));
  });
  const file = found.find((name) => name === join("onnx", "model.onnx")) ?? (found.length === 1 ? found[0] : undefined);
  if (file === undefined) {
    const got = found.length === 0 ? "no .onnx file" : found.join(", ");
    throw new Fault({ where: folder, expected: "onnx/model.onnx, or a single .onnx file", got });
  }
  return join(folder, file);
}

function findChatTemplate(folder: string, tokenizerConfig: JsonObject): string {
  const file = join(folder, "chat_template.jinja");
  if (existsSync(file)) return readFileSync(file, "utf8");
  const template = tokenizerConfig["chat_template"];
  if (typeof template === "string") return template;
  const got = template === undefined ? "none" : quote(template);
  throw new Fault({ where: join(folder, "tokenizer_config.json"), expected: "a chat_template", got });
}

/** Reads every small file of a policy's folder. Throws a Fault that names the first one missing or broken. */
export function readModelFolder(folder: string): ModelFolder {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new Fault({ where: folder, expected: "a policy's folder", got: "no such folder" });
  }
  const tokenizerConfig = readJson(required(folder, "tokenizer_config.json"));
  const generationFile = join(folder, "generation_config.json");
  return {
    folder,
    modelFile: findModel(folder),
    config: readJson(required(folder, "config.json")),
    generation: existsSync(generationFile) ? readJson(generationFile) : {},
    tokenizer: readJson(required(folder, "tokenizer.json")),
    tokenizerConfig,
    chatTemplate: findChatTemplate(folder, tokenizerConfig),
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
const NEUTRAL: Readonly<Record<string, number>> = {
  epsilon_cutoff: 0,
  eta_cutoff: 0,
  min_p: 0,
  no_repeat_ngram_size: 0,
  num_beams: 1,
  repetition_penalty: 1,
  typical_p: 1,
};

/** Those which the folder sets to something else. */
export function ignoredSettings(model: ModelFolder): readonly string[] {
  return Object.entries(NEUTRAL).flatMap(([name, neutral]) => {
    const value = model.generation[name] ?? neutral;
    return value === neutral ? [] : [`${name} ${quote(value)}`];
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
