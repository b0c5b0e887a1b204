import { join } from "node:path";
import { Template } from "@huggingface/jinja";
import { Tokenizer } from "@huggingface/tokenizers";
import { Fault, quote } from "../core/fault.js";
import type { Message } from "../core/message.js";
import { withEveryDigit } from "./every-digit.js";
import type { JsonObject, ModelFolder } from "./model-folder.js";
import { pinnedDate } from "./pinned-date.js";

/** Messages and replies to token ids and back, for one model. */
export interface ChatTokenizer {
  /** One more than the highest id the tokenizer knows. */
  readonly size: number;
  /** Ids that end a reply. */
  readonly endTokens: ReadonlySet<number>;
  /** Ids of a text as it is: no special token is added. */
  encode(text: string): readonly number[];
  /** Ids of the conversation so far, up to where the reply begins. */
  encodePrompt(messages: readonly Message[]): readonly number[];
  /** Ids of a reply at that place, its end token included. */
  encodeReply(messages: readonly Message[], reply: string): readonly number[];
  /** Text of a drawn reply, without its end token. */
  decodeReply(ids: readonly number[]): string;
}

/** Special tokens are written in tokenizer_config.json as text or as an object with the text in `content`. */
function tokenText(value: unknown): string | null {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return null;
  const content = (value as JsonObject)["content"];
  return typeof content === "string" ? content : null;
}

function endTokensOf(model: ModelFolder, tokenizer: Tokenizer): ReadonlySet<number> {
  const stated = model.generation["eos_token_id"] ?? model.config["eos_token_id"];
  const ids = Array.isArray(stated) ? stated : [stated];
  if (ids.length > 0 && ids.every((id) => Number.isInteger(id))) return new Set(ids as number[]);
  const text = tokenText(model.tokenizerConfig["eos_token"]);
  const id = text === null ? undefined : tokenizer.token_to_id(text);
  if (id !== undefined) return new Set([id]);
  const where = join(model.folder, "generation_config.json: eos_token_id");
  throw new Fault({ where, expected: "the id of a token that ends a reply", got: quote(stated) });
}

function openTokenizer(model: ModelFolder): Tokenizer {
  try {
    const steps = withEveryDigit(model.tokenizer["pre_tokenizer"]);
    return new Tokenizer({ ...model.tokenizer, pre_tokenizer: steps }, model.tokenizerConfig);
  } catch (error) {
    const got = error instanceof Error ? error.message : String(error);
    throw new Fault({ where: join(model.folder, "tokenizer.json"), expected: "a tokenizer this tool can read", got });
  }
}

function openTemplate(model: ModelFolder): Template {
  try {
    return new Template(`{% set strftime_now = pinned_date %}${model.chatTemplate}`);
  } catch (error) {
    const got = error instanceof Error ? error.message : String(error);
    throw new Fault({ where: `${model.folder}: chat_template`, expected: "a Jinja template", got });
  }
}

export function chatTokenizer(model: ModelFolder): ChatTokenizer {
  const tokenizer = openTokenizer(model);
  const template = openTemplate(model);
  const endTokens = endTokensOf(model, tokenizer);
  const specials: Record<string, unknown> = {};
  for (const name of ["bos_token", "eos_token", "pad_token", "unk_token"]) {
    const text = tokenText(model.tokenizerConfig[name]);
    if (text !== null) specials[name] = text;
  }

  const render = (messages: readonly Message[], addGenerationPrompt: boolean): string => {
    try {
      return template.render({
        ...specials,
        messages,
        add_generation_prompt: addGenerationPrompt,
        pinned_date: pinnedDate,
      });
    } catch (error) {
      const got = error instanceof Error ? error.message : String(error);
      throw new Fault({ where: `${model.folder}: chat_template`, expected: "a rendered conversation", got });
    }
  };
  // The template writes the special tokens itself.
  const encode = (text: string): readonly number[] => tokenizer.encode(text, { add_special_tokens: false }).ids;
  const untilEnd = (ids: readonly number[]): readonly number[] => {
    const end = ids.findIndex((id) => endTokens.has(id));
    return end === -1 ? ids : ids.slice(0, end + 1);
  };

  /** The end token of a reply: the one the template writes, else the tokenizer's own, else the first that is stated. */
  function findTurnEnd(): number {
    const reply = "reply";
    const rendered = render(
      [
        { role: "user", content: "ask" },
        { role: "assistant", content: reply },
      ],
      false,
    );
    const own = tokenText(model.tokenizerConfig["eos_token"]);
    const candidates = [
      ...encode(rendered.slice(rendered.lastIndexOf(reply) + reply.length)),
      ...(own === null ? [] : [tokenizer.token_to_id(own) ?? Number.NaN]),
      ...endTokens,
    ];
    return candidates.find((id) => endTokens.has(id)) as number;
  }
  const turnEnd = findTurnEnd();

  let size = 0;
  for (const id of tokenizer.get_vocab(true).values()) size = Math.max(size, id + 1);

  return {
    size,
    endTokens,
    encode,
    encodePrompt: (messages) => encode(render(messages, true)),
    encodeReply: (messages, reply) => {
      const prompt = render(messages, true);
      const whole = render([...messages, { role: "assistant", content: reply }], false);
      // A template that rewrites a reply or what came before it (one that drops earlier thinking) gives no such span.
      const span = whole.startsWith(`${prompt}${reply}`) ? untilEnd(encode(whole.slice(prompt.length))) : encode(reply);
      const last = span[span.length - 1];
      return last !== undefined && endTokens.has(last) ? span : [...span, turnEnd];
    },
    decodeReply: (ids) => {
      const last = ids[ids.length - 1];
      const spoken = last !== undefined && endTokens.has(last) ? ids.slice(0, -1) : ids;
      if (spoken.length === 0) return "";
      return tokenizer.decode([...spoken], { skip_special_tokens: false, clean_up_tokenization_spaces: false });
    },
  };
}
