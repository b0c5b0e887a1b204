import { Template } from "@huggingface/jinja";
import { Fault } from "../core/fault.js";
import type { Message } from "../core/message.js";
import { isJsonObject } from "./json-file.js";
import type { ModelFolder } from "./model-folder.js";
import { pinnedDate } from "./pinned-date.js";
import { pythonStrip, usePythonStrip } from "./python-strip.js";

/** A conversation as the text that the model reads, up to where a reply begins if one is to follow. */
export type ChatRenderer = (messages: readonly Message[], addGenerationPrompt: boolean) => string;

/** Special tokens that transformers lets a template name. */
const SPECIALS = ["bos_token", "eos_token", "pad_token", "unk_token", "sep_token", "cls_token", "mask_token"];

/** Special tokens are written in tokenizer_config.json as text or as an object with the text in `content`. */
export function tokenText(value: unknown): string | null {
  if (typeof value === "string") return value;
  return isJsonObject(value) && typeof value["content"] === "string" ? value["content"] : null;
}

/** The model's chat template. Throws a Fault where it is none; what it gives throws one where the template raises. */
export function chatRenderer({ folder, tokenizerConfig, chatTemplate }: ModelFolder): ChatRenderer {
  const where = `${folder}: chat_template`;
  const attempt = <T>(expected: string, action: () => T): T => {
    try {
      return action();
    } catch (error) {
      throw new Fault({ where, expected, got: error instanceof Error ? error.message : String(error) });
    }
  };
  const template = attempt("a Jinja template", () => {
    // The line break keeps what a template's first line begins with; Jinja drops one that follows a block.
    const parsed = new Template(`{% set strftime_now = pinned_date %}\n${chatTemplate}`);
    usePythonStrip(parsed);
    return parsed;
  });
  const specials: Record<string, unknown> = {};
  for (const name of SPECIALS) {
    const text = tokenText(tokenizerConfig[name]);
    if (text !== null) specials[name] = text;
  }
  // What transformers passes where neither tools nor documents are given.
  const given = { ...specials, ...pythonStrip, tools: null, documents: null, pinned_date: pinnedDate };
  return (messages, addGenerationPrompt) =>
    attempt("a rendered conversation", () =>
      template.render({ ...given, messages, add_generation_prompt: addGenerationPrompt }),
    );
}
