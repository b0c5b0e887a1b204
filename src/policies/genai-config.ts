import { join } from "node:path";
import { Fault, quote } from "../core/fault.js";
import { isJsonObject, type JsonObject, readJsonIfThere } from "./json-file.js";

/** What a folder of onnxruntime-genai says of its model. */
export interface GenaiConfig {
  /** Of the decoder, relative to the folder. */
  readonly modelFile: string;
  readonly contextLength: number | null;
  /** What `config.json` would say: these folders need not have one. */
  readonly config: JsonObject;
  /** What `generation_config.json` would say. */
  readonly generation: JsonObject;
}

const FILE = "genai_config.json";

/** Limits of a whole text, which come from the model's context here. */
const NOT_DECODING = new Set(["max_length", "past_present_share_buffer"]);

/** Reads `genai_config.json`; null where the folder has none. */
export function readGenaiConfig(folder: string): GenaiConfig | null {
  const file = join(folder, FILE);
  const whole = readJsonIfThere(file);
  if (whole === null) return null;
  const model = isJsonObject(whole["model"]) ? whole["model"] : {};
  const decoder = isJsonObject(model["decoder"]) ? model["decoder"] : {};
  const modelFile = decoder["filename"];
  if (typeof modelFile !== "string") {
    const got = decoder["pipeline"] === undefined ? quote(modelFile ?? null) : "a pipeline of several files";
    throw new Fault({ where: `${file}: model.decoder.filename`, expected: "the name of one .onnx file", got });
  }
  const { context_length: contextLength = null, vocab_size, eos_token_id } = model;
  if (contextLength !== null && typeof contextLength !== "number") {
    throw new Fault({ where: `${file}: model.context_length`, expected: "a number", got: quote(contextLength) });
  }
  const search = isJsonObject(whole["search"]) ? whole["search"] : {};
  const decoding = Object.entries(search).filter(([name]) => !NOT_DECODING.has(name));
  return {
    modelFile,
    contextLength,
    config: { vocab_size, eos_token_id },
    generation: { ...Object.fromEntries(decoding), eos_token_id },
  };
}
