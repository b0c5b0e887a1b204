import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Message } from "../../src/core/message.js";
import { chatTokenizer } from "../../src/policies/chat-tokenizer.js";
import { withEveryDigit } from "../../src/policies/every-digit.js";
import { type ModelFolder, readModelFolder } from "../../src/policies/model-folder.js";

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
    expect(withEveryDigit(steps)).toEqual({ type: "Sequence", pretokenizers: [split, bytes] });
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
    expect(() => tokenizerOf(change)).toThrow("eos_token_id: expected the id of a token that ends a reply, got []");
  });
});
