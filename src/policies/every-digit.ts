/**
 * A tokenizer.json whose `Digits` steps are written as the `Split` they stand for. In Python they part all numeric
 * characters (½, ٣, Ⅷ), in @huggingface/tokenizers 0.2.0 those of ASCII alone.
 */
export function withEveryDigit(tokenizer: unknown): unknown {
  if (Array.isArray(tokenizer)) return tokenizer.map(withEveryDigit);
  if (typeof tokenizer !== "object" || tokenizer === null) return tokenizer;
  const step = tokenizer as Readonly<Record<string, unknown>>;
  if (step["type"] === "Digits") {
    const pattern = { Regex: step["individual_digits"] === true ? "\\p{N}" : "\\p{N}+" };
    return { type: "Split", pattern, behavior: "Isolated", invert: false };
  }
  return step["type"] === "Sequence" ? { ...step, pretokenizers: withEveryDigit(step["pretokenizers"]) } : step;
}
