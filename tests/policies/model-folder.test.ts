import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { contextLengthOf } from "../../src/policies/context-length.js";
import { ignoredSettings, type ModelFolder, readDecoding, readModelFolder } from "../../src/policies/model-folder.js";

const base = join(import.meta.dirname, "../../fixtures/frozenlake/policies/base");
const smallFiles = ["config.json", "generation_config.json", "tokenizer.json", "tokenizer_config.json"];

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "model-folder-"));
  for (const name of smallFiles) cpSync(join(base, name), join(folder, name));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Writes files into the folder; values that are no text as JSON. */
function write(files: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof value === "string" ? value : JSON.stringify(value));
  }
}

function without(...names: readonly string[]): void {
  for (const name of names) rmSync(join(folder, name));
}

/** Layouts as found in the wild: files of the graph, and which of them the folder means. */
const onnxCommunity = { "onnx/model.onnx": "", "onnx/model_fp16.onnx": "", "onnx/model_q4.onnx": "" };

function genai(model: object, search: object = {}): Readonly<Record<string, unknown>> {
  return {
    "genai_config.json": { model: { decoder: { filename: "model.onnx" }, ...model }, search },
    "model.onnx": "",
  };
}

describe("readModelFolder", () => {
  it.each([
    ["onnx-community's", onnxCommunity, "onnx/model.onnx"],
    ["Optimum's", { "model.onnx": "", "model.onnx_data": "" }, "model.onnx"],
    ["older Optimum's", { "decoder_model_merged.onnx": "" }, "decoder_model_merged.onnx"],
    ["one file in onnx", { "onnx/model_q4f16.onnx": "" }, "onnx/model_q4f16.onnx"],
    [
      "genai's beside others",
      {
        "genai_config.json": { model: { decoder: { filename: "text.onnx" } } },
        ...{ "text.onnx": "", "vision.onnx": "" },
      },
      "text.onnx",
    ],
  ])("takes the model of a folder: %s", (_, files, chosen) => {
    write(files);
    expect(readModelFolder(folder).modelFile).toBe(join(folder, chosen));
  });

  it.each([
    ["onnx/model_q4.onnx", onnxCommunity],
    ["model_q4.onnx", { "model.onnx": "", "model_q4.onnx": "" }],
  ])("takes the file that the path says: %s", (name, files) => {
    write(files);
    expect(readModelFolder(join(folder, name))).toEqual({
      ...readModelFolder(folder),
      modelFile: join(folder, name),
    });
  });

  it("lists the files where a folder means none of them, with one as it may be chosen", () => {
    write({ "onnx/model_fp16.onnx": "", "onnx/model_q4.onnx": "" });
    expect(() => readModelFolder(folder)).toThrow(
      `${folder}: expected onnx/model.onnx, model.onnx or a single .onnx file; choose one as ${join(folder, "onnx/model_fp16.onnx")},` +
        ` got ${join("onnx", "model_fp16.onnx")}, ${join("onnx", "model_q4.onnx")}`,
    );
  });

  it("lists what there is where a file lacks", () => {
    expect(() => readModelFolder(folder)).toThrow(
      `${folder}: expected onnx/model.onnx, model.onnx or a single .onnx file, got ${smallFiles.join(", ")}`,
    );
    write({ "model.onnx": "", "vocab.json": {} });
    without("tokenizer.json");
    expect(() => readModelFolder(folder)).toThrow(
      `${folder}: expected a file tokenizer.json, got config.json, generation_config.json, model.onnx,`,
    );
    expect(() => readModelFolder(join(folder, "model.onnx"))).toThrow(
      `model.onnx: expected a file tokenizer.json beside it, or in the folder above, got config.json`,
    );
    expect(() => readModelFolder(join(folder, "config.json"))).toThrow("got a file config.json");
    expect(() => readModelFolder(join(folder, "none"))).toThrow(
      "none: expected a policy's folder or .onnx file, got no",
    );
  });

  it("names the file that genai_config.json names and the folder lacks, or that it does not name", () => {
    write({ ...genai({}), "other.onnx": "" });
    without("model.onnx");
    expect(() => readModelFolder(folder)).toThrow(
      "model.decoder.filename: expected a file of that folder, got model.onnx",
    );
    write({ "genai_config.json": { model: { decoder: { pipeline: [] } } } });
    expect(() => readModelFolder(folder)).toThrow(
      "expected the name of one .onnx file, got a pipeline of several files",
    );
  });

  it("takes settings from genai_config.json where the folder has no others", () => {
    const search = {
      do_sample: true,
      temperature: 0.6,
      top_k: 20,
      top_p: 0.95,
      repetition_penalty: 1.1,
      max_length: 99,
    };
    write(genai({ context_length: 4096, vocab_size: 415, eos_token_id: [2, 0] }, search));
    without("config.json", "generation_config.json");
    const model = readModelFolder(folder);
    expect(model.config).toEqual({ vocab_size: 415, eos_token_id: [2, 0] });
    expect(model.contextLength).toBe(4096);
    expect(model.generation["eos_token_id"]).toEqual([2, 0]);
    expect(readDecoding(model, {})).toEqual({ temperature: 0.6, topK: 20, topP: 0.95, maxTokens: 256 });
    expect(ignoredSettings(model)).toEqual(["repetition_penalty 1.1"]);
  });

  it("lets generation_config.json go before genai's search as a whole: one does not mix with the other", () => {
    write(genai({ eos_token_id: [2, 0] }, { do_sample: false, top_k: 50 }));
    write({ "generation_config.json": { temperature: 0.7 } });
    const decoding = { temperature: 0.7, topK: 0, topP: 1, maxTokens: 256 };
    expect(readDecoding(readModelFolder(folder), {})).toEqual(decoding);
    write({ "generation_config.json": { pad_token_id: 0, max_new_tokens: 9 } });
    expect(readDecoding(readModelFolder(folder), {})).toEqual({ ...decoding, temperature: 0, topK: 50, maxTokens: 9 });
    expect(readModelFolder(folder).generation["eos_token_id"]).toEqual([2, 0]);
  });

  it("names settings that it does not apply, whatever they say but nothing", () => {
    const generation = { suppress_tokens: [], bad_words_ids: [[1]], min_p: 0, min_new_tokens: 3, num_beams: null };
    const model: Pick<ModelFolder, "generation"> = { generation };
    expect(ignoredSettings(model as ModelFolder)).toEqual(["bad_words_ids [[1]]", "min_new_tokens 3"]);
  });

  it("reads the text model's part of a configuration of several", () => {
    write({
      "model.onnx": "",
      "config.json": { model_type: "gemma3", text_config: { max_position_embeddings: 32768 } },
    });
    expect(readModelFolder(folder).contextLength).toBe(32768);
  });
});

describe("a chat template", () => {
  const configOf = (template: unknown): object => ({ tokenizer_config: 1, chat_template: template });
  const named = (...names: readonly string[]): object[] => names.map((name) => ({ name, template: `of ${name}` }));

  it.each([
    [
      "chat_template.jinja, before the others",
      { "chat_template.jinja": "a", "tokenizer_config.json": configOf("b") },
      "a",
    ],
    [
      "tokenizer_config.json",
      { "tokenizer_config.json": configOf("b"), "chat_template.json": { chat_template: "c" } },
      "b",
    ],
    ["chat_template.json", { "tokenizer_config.json": {}, "chat_template.json": { chat_template: "c" } }, "c"],
    ["a list's default", { "tokenizer_config.json": configOf(named("tool_use", "default")) }, "of default"],
    ["a list's only one", { "tokenizer_config.json": configOf(named("chatml")) }, "of chatml"],
  ])("is read from %s", (_, files, template) => {
    write({ "model.onnx": "", ...files });
    expect(readModelFolder(folder).chatTemplate).toBe(template);
  });

  it.each([
    [{}, "expected a chat_template there, in chat_template.jinja or in chat_template.json"],
    [configOf(named("tool_use", "rag")), 'or several of which one is named default, got "tool_use", "rag"'],
    [configOf([]), "or several of which one is named default, got none"],
    [configOf(7), "or several of which one is named default, got 7"],
  ])("is asked for where there is none (%#)", (config, message) => {
    write({ "model.onnx": "", "tokenizer_config.json": config });
    expect(() => readModelFolder(folder)).toThrow(message);
  });
});

describe("contextLengthOf", () => {
  it.each([
    [{ max_position_embeddings: 8192 }, {}, 8192],
    [{ n_positions: 1024 }, { model_max_length: 512 }, 1024],
    [{}, { model_max_length: 2048 }, 2048],
    [{}, { model_max_length: 1e30 }, null],
    [
      {
        max_position_embeddings: 131072,
        rope_scaling: { rope_type: "llama3", factor: 8, original_max_position_embeddings: 8192 },
      },
      {},
      131072,
    ],
    [
      {
        max_position_embeddings: 32768,
        rope_scaling: { type: "yarn", factor: 4, original_max_position_embeddings: 32768 },
      },
      {},
      131072,
    ],
    [{ max_position_embeddings: 40960, rope_parameters: { rope_type: "default", rope_theta: 1e6 } }, {}, 40960],
    [{ max_position_embeddings: 131072, rope_scaling: { rope_type: "linear", factor: 8 } }, {}, 131072],
  ])("reads the limit (%#)", (config, tokenizerConfig, length) => {
    expect(contextLengthOf(config, tokenizerConfig)).toBe(length);
  });
});
