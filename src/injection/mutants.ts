import type { Rng } from "../core/rng.js";

/** Edits that often turn a right program into a wrong one: what is found, and what takes its place. */
const SWAPS: readonly (readonly [string, string])[] = [
  [" == ", " != "],
  [" != ", " == "],
  [" <= ", " < "],
  [" >= ", " > "],
  [" < ", " <= "],
  [" > ", " >= "],
  [" + ", " - "],
  [" - ", " + "],
  [" * ", " + "],
  [" % ", " // "],
  [" and ", " or "],
  [" or ", " and "],
  ["max(", "min("],
  ["min(", "max("],
  ["sorted(", "list("],
  ["reversed(", "list("],
  [" not in ", " in "],
  [" if ", " if not "],
];

/** All texts that differ from `program` by one small edit: an operator, a constant off by one, a line left out. */
export function mutantsOf(program: string): readonly string[] {
  const found = new Set<string>();
  for (const [from, to] of SWAPS) {
    for (let at = program.indexOf(from); at !== -1; at = program.indexOf(from, at + 1)) {
      found.add(program.slice(0, at) + to + program.slice(at + from.length));
    }
  }
  for (const { 0: digits, index } of program.matchAll(/(?<![\w.])\d+(?![\w.])/g)) {
    for (const step of [1, -1]) {
      found.add(program.slice(0, index) + String(Number(digits) + step) + program.slice(index + digits.length));
    }
  }
  const lines = program.trimEnd().split("\n");
  if (lines.length > 1) {
    for (const skipped of lines.keys()) found.add(`${lines.filter((_, index) => index !== skipped).join("\n")}\n`);
  }
  found.delete(program);
  return [...found];
}

/** Up to `count` of a program's mutants, each with the same chance. */
export function drawMutants(program: string, count: number, rng: Rng): readonly string[] {
  const keyed = mutantsOf(program).map((mutant, index) => [rng.uniform(index), mutant] as const);
  return keyed
    .sort(([a], [b]) => a - b)
    .slice(0, count)
    .map(([, mutant]) => mutant);
}
