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
  for (const mutant of withoutALine(program.trimEnd().split("\n"))) found.add(mutant);
  found.delete(program);
  return [...found];
}

/** What no program can do without, alone: the head of a block, or a line that goes on in the next one. */
const NEEDED = /(^\s*(#.*)?|[:([{,\\]\s*(#.*)?)$|^\s*@/;
const GOES_ON = /[([{,\\]\s*(#.*)?$/;

/** The program without each line that it can be without; a block's only line becomes `pass`. */
function* withoutALine(lines: readonly string[]): Generator<string> {
  if (lines.length < 2) return;
  const indentOf = (line: string | undefined): number =>
    line === undefined ? 0 : line.length - line.trimStart().length;
  for (const [at, line] of lines.entries()) {
    const before = lines.slice(0, at).findLast((other) => other.trim() !== "");
    if (NEEDED.test(line) || GOES_ON.test(before ?? "")) continue;
    const indent = indentOf(line);
    const after = lines.slice(at + 1).find((other) => other.trim() !== "");
    const isAlone = indentOf(before) < indent && indentOf(after) < indent;
    const rest = isAlone ? [`${line.slice(0, indent)}pass`] : [];
    yield `${[...lines.slice(0, at), ...rest, ...lines.slice(at + 1)].join("\n")}\n`;
  }
}

/** Up to `count` of a program's mutants, each with the same chance. */
export function drawMutants(program: string, count: number, rng: Rng): readonly string[] {
  const keyed = mutantsOf(program).map((mutant, index) => [rng.uniform(index), mutant] as const);
  return keyed
    .sort(([a], [b]) => a - b)
    .slice(0, count)
    .map(([, mutant]) => mutant);
}
