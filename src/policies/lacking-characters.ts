import type { Tokenizer } from "@huggingface/tokenizers";
import { isJsonObject } from "./json-file.js";

/**
 * Has a byte-pair tokenizer that can write neither an unknown token nor bytes pass over characters it has no token for
 * before it merges, as Python's does. @huggingface/tokenizers 0.2.0 passes over them afterwards, so that what stands
 * around one is never merged. SmolLM2 lacks six control characters.
 */
export function passOverLacking(tokenizer: Tokenizer, model: unknown): void {
  const merger = tokenizer.model;
  if (merger === null || !isJsonObject(model) || model["type"] !== "BPE") return;
  const writesThem = ["unk_token", "byte_fallback", "continuing_subword_prefix", "end_of_word_suffix"];
  if (writesThem.some((field) => Boolean(model[field]))) return;
  const known = merger.tokens_to_ids;
  const encode = merger.encode.bind(merger);
  const passedOver = (token: string): string =>
    known.has(token) ? token : [...token].filter((character) => known.has(character)).join("");
  merger.encode = (tokens: string[]) => encode(tokens.map(passedOver).filter((token) => token !== ""));
}
