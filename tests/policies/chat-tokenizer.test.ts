import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Message } from "../../src/core/message.js";
import { chatTokenizer } from "../../src/policies/chat-tokenizer.js";
import { type ModelFolder, readModelFolder } from "../../src/policies/model-folder.js";
import { asPythonSplits } from "../../src/policies/python-splits.js";

const base = readModelFolder(join(import.meta.dirname, "../../fixtures/frozenlake/policies/base"));
const ask: readonly Message[] = [{ role: "user", content: "Turns left: 1" }];

/** Special ids of the bundled tokenizer: `<|endoftext|>` 0, `<|im_end|>` 2. */
const REPLY = [413, 298, 414, 2];

function tokenizerOf(change: Partial<ModelFolder>): ReturnType<typeof chatTokenizer> {
  return chatTokenizer({ ...base, ...change });
}

/** Like Qwen3's: what an assistant said is rewritten (here: trimmed of its last character) once it is history. */
const REWRITING = `{% for m in messages %}<|im_start|>{{ m.role }}
{% if m.role == "assistant" %}{{ m.content[:-1] }}{% else %}{{ m.content }}{% endif %}<|im_end|>
{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant
{% endif %}`;

describe("chatTokenizer", () => {
  it("gives a reply its ids and its end token, as the template writes them", () => {
    expect(tokenizerOf({}).encodeReply(ask, "<answer>Left</answer>")).toEqual(REPLY);
  });

  it("ends a reply with the token that ends a turn, not with another that is listed first", () => {
    const generation = { ...base.generation, eos_token_id: [0, 2] };
    expect(tokenizerOf({ generation }).encodeReply(ask, "<answer>Left</answer>")).toEqual(REPLY);
    expect(tokenizerOf({ generation, chatTemplate: REWRITING }).encodeReply(ask, "<answer>Left</answer>")).toEqual(
      REPLY,
    );
  });

  it("ends replies at each token that the settings list, and at the tokenizer's own", () => {
    expect([...tokenizerOf({ generation: { eos_token_id: [0, 5] } }).endTokens].sort()).toEqual([0, 2, 5]);
    expect([...tokenizerOf({ generation: {}, config: { eos_token_id: 0 } }).endTokens].sort()).toEqual([0, 2]);
    expect([...tokenizerOf({ generation: {}, config: {} }).endTokens]).toEqual([2]);
  });

  it("decodes what it encodes, without the end token", () => {
    expect(tokenizerOf({}).decodeReply(REPLY)).toBe("<answer>Left</answer>");
    expect(tokenizerOf({}).decodeReply([2])).toBe("");
    expect(tokenizerOf({}).decodeReply([298])).toBe("Left");
  });

  // Ids from Python's tokenizers 0.23.3 on the same file.
  it.each([
    [true, "\\p{N}"],
    [false, "\\p{N}+"],
  ])("parts all that is numeric where a Digits step says so (one by one: %j)", (individual, pattern) => {
    const bytes = base.tokenizer["pre_tokenizer"];
    const digits = { type: "Digits", individual_digits: individual };
    const steps = { type: "Sequence", pretokenizers: [digits, bytes] };
    const tokenizer = tokenizerOf({ tokenizer: { ...base.tokenizer, pre_tokenizer: steps } });
    expect(tokenizer.encode("Turns 12½٣٤²b")).toEqual([276, 223, 19, 20, 129, 124, 152, 99, 152, 100, 129, 113, 68]);
    const split = { type: "Split", pattern: { Regex: pattern }, behavior: "Isolated", invert: false };
    expect(asPythonSplits(steps)).toEqual({ type: "Sequence", pretokenizers: [split, asPythonSplits(bytes)] });
  });

  it("takes a next-line for white space among words, as Python does", () => {
    const { vocab, merges } = base.tokenizer["model"] as { vocab: Record<string, number>; merges: string[][] };
    const model = {
      ...(base.tokenizer["model"] as object),
      vocab: { ...vocab, ĠÂ: 415 },
      merges: [["Ġ", "Â"], ...merges],
    };
    const tokenizer = tokenizerOf({ tokenizer: { ...base.tokenizer, model } });
    expect(tokenizer.encode("a \x85b £")).toEqual([67, 223, 129, 230, 68, 415, 99]);
  });

  it("passes over characters without a token before it merges, as Python does", () => {
    const { q, ...vocab } = (base.tokenizer["model"] as { vocab: Record<string, number> }).vocab;
    const model = { ...(base.tokenizer["model"] as object), vocab };
    const tokenizer = tokenizerOf({ tokenizer: { ...base.tokenizer, model } });
    expect(q).toBe(83);
    expect(tokenizer.encode("Leqft")).toEqual([298]);
    expect(tokenizer.encode("q")).toEqual([]);
  });

  it("keeps the white space that a template begins with", () => {
    const of = (chatTemplate: string): readonly number[] => tokenizerOf({ chatTemplate }).encodePrompt(ask);
    const plain = tokenizerOf({}).encode("\n\nTurns left: 1");
    expect(of("\n\n{{ messages[0].content }}")).toEqual(plain);
    // Jinja2 with trim_blocks and lstrip_blocks, as transformers has it: nothing of the first line is left but the text.
    expect(of("  {% if true %}\n\n\n{{ messages[0].content }}{% endif %}")).toEqual(plain);
  });

  // Values of Python's str.strip and its sides.
  it.each([
    ["{{ 'xyax'.strip('xy') }}", "a"],
    ["{{ '--a-]^-'.rstrip(']^-') }}", "--a"],
    ["{{ ('\\n\\n a '.lstrip('\\n')) ~ '|' }}", " a |"],
    ["{{ '\x85\x1c\ufeff a\x85' | trim }}", "\ufeff a"],
    ["{% for m in messages %}{{ (m.content | trim).split(' ')[0].rstrip('s') }}{% endfor %}", "Turn"],
    ["{% macro f(x) %}{{ x.strip() }}{% endmacro %}{{ f(' a ') }}", "a"],
  ])("strips as Python does: %s", (chatTemplate, text) => {
    const tokenizer = tokenizerOf({ chatTemplate });
    expect(tokenizer.encodePrompt(ask)).toEqual(tokenizer.encode(text));
  });

  it("renders the same prompt on every day", () => {
    const chatTemplate = "{{ strftime_now('%d %b %Y') }}{{ messages[0].content }}";
    const tokenizer = tokenizerOf({ chatTemplate });
    expect(tokenizer.encodePrompt(ask)).toEqual(tokenizer.encode("26 Jul 2024Turns left: 1"));
  });

  it("names the folder of a template that is none, or that raises", () => {
    expect(() => tokenizerOf({ chatTemplate: "{% if" })).toThrow(
      `${base.folder}: chat_template: expected a Jinja template`,
    );
    expect(() => tokenizerOf({ chatTemplate: "{{ raise_exception('no system') }}" })).toThrow("got no system");
  });

  it("refuses a model without an end token", () => {
    const change = { generation: { eos_token_id: [] }, tokenizerConfig: {} };
    expect(() => tokenizerOf(change)).toThrow("eos_token_id: expected ids of tokens that end a reply, got []");
  });
});
