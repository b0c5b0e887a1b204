import { readNumber } from "./program-decimal.js";

/**
 * How an answer is compared with what is expected.
 * - `tolerant`: line by line, blank lines at both ends aside; in a line the same tokens in the same order, whatever
 *   blanks part them; a token agrees when it is the same text, the same number, or a number within the tolerance.
 * - `livecodebench`: as LiveCodeBench: line by line, outer blanks aside, the same text or the same numbers; no tolerance.
 * - `strict`: the same text, but for one line feed at the end.
 */
export const comparisonRules = ["tolerant", "livecodebench", "strict"] as const;

export type ComparisonRule = (typeof comparisonRules)[number];

export interface Comparison {
  readonly rule: ComparisonRule;
  /**
   * Of `tolerant`: most difference to a number written with point or exponent, as a part of it, or absolute where it is
   * below 1. Of an integer and a float it is absolute; two integers must be equal.
   */
  readonly tolerance: number;
}

/** Six decimals, as most problems ask for. */
export const defaultComparison: Comparison = { rule: "tolerant", tolerance: 1e-6 };

/** Whether printed output is the expected one. */
export function outputAgrees(expected: string, actual: string, { rule, tolerance }: Comparison): boolean {
  if (rule === "strict") return expected.replace(/\n$/, "") === actual.replace(/\n$/, "");
  const [wanted, given] = [linesOf(expected), linesOf(actual)];
  const most = rule === "tolerant" ? tolerance : 0;
  return wanted.length === given.length && wanted.every((line, i) => lineAgrees(line, given[i] as string, rule, most));
}

/** Blanks as Python's `split` knows them: a byte order mark is none. */
const BLANKS = /[^\S\uFEFF]+/;

function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && BLANKS.test(text.charAt(start))) start += 1;
  while (end > start && BLANKS.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function linesOf(text: string): readonly string[] {
  return trimmed(text).split("\n").map(trimmed);
}

function lineAgrees(wanted: string, given: string, rule: ComparisonRule, tolerance: number): boolean {
  if (wanted === given) return true;
  const [expected, actual] = [wanted.split(BLANKS), given.split(BLANKS)];
  // LiveCodeBench turns a whole line into numbers, or none of it.
  const same = rule === "livecodebench" ? numbersAgree : tokenAgrees;
  return expected.length === actual.length && expected.every((token, i) => same(token, actual[i] as string, tolerance));
}

function tokenAgrees(expected: string, actual: string, tolerance: number): boolean {
  return expected === actual || numbersAgree(expected, actual, tolerance);
}

function numbersAgree(expected: string, actual: string, tolerance: number): boolean {
  const [wanted, given] = [readNumber(expected), readNumber(actual)];
  if (!wanted || !given) return false;
  if (wanted.canonical === given.canonical) return true;
  if (tolerance === 0 || (wanted.isInteger && given.isInteger)) return false;
  // Beyond 2^53 a double cannot tell two integers apart, and no tolerance reaches from one to the next.
  if (wanted.isInteger && !Number.isSafeInteger(wanted.value)) return false;
  return within(
    wanted.value,
    given.value,
    wanted.isInteger ? tolerance : tolerance * Math.max(1, Math.abs(wanted.value)),
  );
}

function within(expected: number, actual: number, most: number): boolean {
  return Number.isFinite(expected) && Math.abs(expected - actual) <= most;
}

/**
 * Whether a returned value (JSON, so tuples are lists at every depth) is the expected one. As in Python, 1, 1.0 and true
 * are equal but under `strict`. Two of the data sets put what is expected in a list of one; that agrees too, but under `strict`.
 */
export function valueAgrees(expected: unknown, actual: unknown, comparison: Comparison): boolean {
  if (same(expected, actual, comparison)) return true;
  if (comparison.rule === "strict" || !Array.isArray(expected) || expected.length !== 1) return false;
  return same(expected[0], actual, comparison);
}

function same(expected: unknown, actual: unknown, comparison: Comparison): boolean {
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      expected.length === actual.length &&
      expected.every((item, i) => same(item, actual[i], comparison))
    );
  }
  if (typeof expected === "object" && expected !== null) {
    if (typeof actual !== "object" || actual === null || Array.isArray(actual)) return false;
    const given = new Map(Object.entries(actual));
    const wanted = Object.entries(expected);
    return (
      wanted.length === given.size &&
      wanted.every(([key, item]) => given.has(key) && same(item, given.get(key), comparison))
    );
  }
  if (expected === actual) return true;
  const [wanted, given] = [numberOf(expected, comparison.rule), numberOf(actual, comparison.rule)];
  if (wanted === null || given === null) return false;
  if (isWhole(wanted) && isWhole(given)) return BigInt(wanted) === BigInt(given);
  const most = comparison.rule === "tolerant" ? comparison.tolerance : 0;
  return within(Number(wanted), Number(given), most * (isWhole(wanted) ? 1 : Math.max(1, Math.abs(Number(wanted)))));
}

function isWhole(number: number | bigint): boolean {
  return typeof number === "bigint" || Number.isInteger(number);
}

function numberOf(value: unknown, rule: ComparisonRule): number | bigint | null {
  if (typeof value === "number" || typeof value === "bigint") return value;
  return typeof value === "boolean" && rule !== "strict" ? Number(value) : null;
}
