import { isJsonObject } from "./json-file.js";

/** What GPT-2 takes for a word, as Python's tokenizers writes it. */
const WORDS = "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";

function split(regex: string): object {
  return { type: "Split", pattern: { Regex: regex }, behavior: "Isolated", invert: false };
}

/**
 * The steps before a tokenizer's model, with those that @huggingface/tokenizers 0.2.0 reads by other characters than
 * Python does written as the `Split` they stand for, which it reads alike:
 * `Digits` parts all numeric characters (½, ٣, Ⅷ), there those of ASCII alone; to the words of `ByteLevel` a next-line
 * (U+0085) is a space and a byte order mark (U+FEFF) none, there the other way round.
 */
export function asPythonSplits(steps: unknown): unknown {
  if (Array.isArray(steps)) return steps.map(asPythonSplits);
  if (!isJsonObject(steps)) return steps;
  if (steps["type"] === "Sequence") return { ...steps, pretokenizers: asPythonSplits(steps["pretokenizers"]) };
  if (steps["type"] === "Digits") return split(steps["individual_digits"] === true ? "\\p{N}" : "\\p{N}+");
  // A space put before the text would be put before each of its words.
  if (steps["type"] !== "ByteLevel" || steps["use_regex"] === false || steps["add_prefix_space"] === true) return steps;
  return { type: "Sequence", pretokenizers: [split(WORDS), { ...steps, use_regex: false }] };
}
