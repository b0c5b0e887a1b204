import type { JsonObject } from "./json-file.js";

/** Segments that are remembered, and their most characters: a conversation's messages come again with every turn. */
const MOST_SEGMENTS = 2048;
const LONGEST_SEGMENT = 2 ** 14;

/** Normalizers that change no more than characters. */
const HARMLESS = new Set(["NFC", "NFD", "NFKC", "NFKD", "Lowercase"]);

interface AddedToken {
  readonly content?: unknown;
  readonly special?: unknown;
  readonly [flag: string]: unknown;
}

/** Special tokens that part a text before anything else is done to it. */
function separators(tokenizer: JsonObject): readonly string[] {
  const added = (tokenizer["added_tokens"] ?? []) as readonly AddedToken[];
  const reaches = ({ lstrip, rstrip, normalized, single_word: single }: AddedToken): boolean =>
    [lstrip, rstrip, normalized, single].some((flag) => flag === true);
  return added.flatMap((token) =>
    token.special === true && typeof token.content === "string" && token.content !== "" && !reaches(token)
      ? [token.content]
      : [],
  );
}

/** Whether a segment's ids depend on the segment alone, wherever in a text it stands. */
function partsAreWhole(tokenizer: JsonObject): boolean {
  const normalizer = tokenizer["normalizer"] as JsonObject | null | undefined;
  const steps = JSON.stringify(tokenizer["pre_tokenizer"] ?? null);
  const isHarmless = normalizer == null || HARMLESS.has(String(normalizer["type"]));
  return isHarmless && !/"Metaspace"|"(add_prefix_space|prepend_scheme)":(true|"(first|always)")/.test(steps);
}

/**
 * The same encoder, which does not encode again what stands between two special tokens and was encoded before; where a
 * tokenizer's rules reach across these, the encoder as it is.
 *
 * @param tokenizer what tokenizer.json holds
 */
export function segmentEncoder(
  tokenizer: JsonObject,
  encode: (text: string) => readonly number[],
): (text: string) => readonly number[] {
  const marks = separators(tokenizer);
  if (marks.length === 0 || !partsAreWhole(tokenizer)) return encode;
  // Longer marks first: one may begin like another.
  const escaped = marks.toSorted((a, b) => b.length - a.length).map((mark) => mark.replaceAll(/[^\w]/g, "\\$&"));
  const between = new RegExp(`(${escaped.join("|")})`);
  const known = new Map<string, readonly number[]>();
  return (text) =>
    text.split(between).flatMap((segment) => {
      if (segment === "") return [];
      const ids = known.get(segment) ?? encode(segment);
      if (segment.length <= LONGEST_SEGMENT) known.set(segment, ids);
      if (known.size > MOST_SEGMENTS) known.clear();
      return ids;
    });
}
