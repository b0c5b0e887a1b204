import { join } from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";
import { Fault, quote } from "../core/fault.js";
import type { Message } from "../core/message.js";
import { chatRenderer, tokenText } from "./chat-renderer.js";
import { passOverLacking } from "./lacking-characters.js";
import type { ModelFolder } from "./model-folder.js";
import { asPythonSplits } from "./python-splits.js";
import { sharedLength } from "./reply-engine.js";
import { segmentEncoder } from "./segment-encoder.js";

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
  /** Ids that every conversation with the same system message begins with; none where there is no such message. */
  encodeOpening(messages: readonly Message[]): readonly number[];
  /** Ids of a reply at that place, its end token included. */
  encodeReply(messages: readonly Message[], reply: string): readonly number[];
  /** Text of a drawn reply, without its end token. */
  decodeReply(ids: readonly number[]): string;
  /** The same without any special token, as tools save replies. */
  decodePlain(ids: readonly number[]): string;
}

/**
 * What generation_config.json or config.json lists, and the tokenizer's own end token, as vLLM stops at: chat models
 * exist whose list names the base model's alone.
 */
function endTokensOf(model: ModelFolder, tokenizer: Tokenizer): ReadonlySet<number> {
  const stated = model.generation["eos_token_id"] ?? model.config["eos_token_id"] ?? [];
  const text = tokenText(model.tokenizerConfig["eos_token"]);
  const own = text === null ? undefined : tokenizer.token_to_id(text);
  const ids: readonly unknown[] = [stated, own ?? []].flat();
  const isId = (id: unknown): id is number => typeof id === "number" && Number.isInteger(id) && id >= 0;
  if (ids.length > 0 && ids.every(isId)) return new Set(ids);
  const where = join(model.folder, "generation_config.json: eos_token_id");
  throw new Fault({ where, expected: "ids of tokens that end a reply", got: quote(stated) });
}

function openTokenizer(model: ModelFolder): Tokenizer {
  try {
    const steps = asPythonSplits(model.tokenizer["pre_tokenizer"]);
    const tokenizer = new Tokenizer({ ...model.tokenizer, pre_tokenizer: steps }, model.tokenizerConfig);
    passOverLacking(tokenizer, model.tokenizer["model"]);
    return tokenizer;
  } catch (error) {
    const got = error instanceof Error ? error.message : String(error);
    throw new Fault({ where: join(model.folder, "tokenizer.json"), expected: "a tokenizer this tool can read", got });
  }
}

export function chatTokenizer(model: ModelFolder): ChatTokenizer {
  const tokenizer = openTokenizer(model);
  const render = chatRenderer(model);
  const endTokens = endTokensOf(model, tokenizer);
  // The template writes the special tokens itself.
  const encode = segmentEncoder(model.tokenizer, (text) => tokenizer.encode(text, { add_special_tokens: false }).ids);
  const decode = (ids: readonly number[]): string =>
    ids.length === 0
      ? ""
      : tokenizer.decode([...ids], { skip_special_tokens: false, clean_up_tokenization_spaces: false });
  const isEnd = (id: number | undefined): boolean => id !== undefined && endTokens.has(id);
  const isEnded = (ids: readonly number[]): boolean => isEnd(ids[ids.length - 1]);

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

  /**
   * A reply up to its end token as the template writes it. Null where that is something else than the prompt, the reply
   * and its end: where the template drops earlier thinking, puts an empty thought before the reply, or trims it.
   */
  function writtenReply(
    messages: readonly Message[],
    reply: string,
    spoken: readonly number[],
  ): readonly number[] | null {
    const prompt = render(messages, true);
    const whole = render([...messages, { role: "assistant", content: reply }], false);
    if (!whole.startsWith(`${prompt}${reply}`)) return null;
    const after = encode(whole.slice(prompt.length + reply.length));
    const end = after.findIndex(isEnd);
    if (end === -1 || decode(after.slice(0, end)).trim() !== "") return null;
    const written = encode(whole.slice(prompt.length));
    // End tokens that the reply quotes come before its own.
    const ends = [...written.keys()].filter((index) => isEnd(written[index]));
    const last = ends[spoken.filter(isEnd).length];
    return last === undefined ? null : written.slice(0, last + 1);
  }

  /** What two conversations with one system message have in common, or nothing where the template takes none. */
  function openingOf(system: Message): readonly number[] {
    try {
      const [some, others] = ["a", "b"].map((content) => encode(render([system, { role: "user", content }], true)));
      return some?.slice(0, sharedLength(some, others ?? [])) ?? [];
    } catch (error) {
      if (error instanceof Fault) return [];
      throw error;
    }
  }
  let lastOpening: { readonly content: string; readonly ids: readonly number[] } | null = null;

  let size = 0;
  for (const id of tokenizer.get_vocab(true).values()) size = Math.max(size, id + 1);

  return {
    size,
    endTokens,
    encode,
    encodePrompt: (messages) => encode(render(messages, true)),
    encodeOpening: ([first]) => {
      if (first?.role !== "system") return [];
      const { content } = first;
      if (lastOpening?.content !== content) lastOpening = { content, ids: openingOf(first) };
      return lastOpening.ids;
    },
    encodeReply: (messages, reply) => {
      const spoken = encode(reply);
      if (isEnded(spoken)) return spoken;
      return writtenReply(messages, reply, spoken) ?? [...spoken, turnEnd];
    },
    decodePlain: (ids) =>
      tokenizer.decode([...ids], { skip_special_tokens: true, clean_up_tokenization_spaces: false }),
    decodeReply: (ids) => {
      const spoken = isEnded(ids) ? ids.slice(0, -1) : ids;
      return decode(spoken);
    },
  };
}
