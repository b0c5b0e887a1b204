import { Fault, quote } from "../core/fault.js";
import type { ScorerOption } from "../core/scorer.js";
import { type Comparison, comparisonRules, defaultComparison } from "./program-compare.js";
import { defaultLimits, type SandboxLimits } from "./sandbox-contract.js";

/** Timers and sizes beyond these are not kept: about 24 days, and 1 TiB. */
const MOST: Readonly<Record<number, number>> = { 1000: 2 ** 31 - 1, 1: 2 ** 20 };
const MOST_BYTES = 2 ** 40;

type LimitFlag = readonly [limit: keyof SandboxLimits, flag: string, unit: number, description: string];

/** Limits as the command line gives them: in seconds, MiB, KiB or a number. */
const LIMITS: readonly LimitFlag[] = [
  ["testMs", "test-seconds", 1000, "wall time of one test"],
  ["programMs", "program-seconds", 1000, "wall time of all tests of a program"],
  ["memoryBytes", "memory-mib", 2 ** 20, "memory of a program"],
  ["outputBytes", "output-kib", 2 ** 10, "standard output of one test, and as much as the expected answer is long"],
  ["fileBytes", "file-mib", 2 ** 20, "one file that a program writes"],
  ["processes", "processes", 1, "processes and threads of a program at once"],
];

/** Options that say how programs are graded, with their defaults. */
export const gradingOptions: readonly ScorerOption[] = [
  { flag: "comparison", description: `how answers are compared: ${comparisonRules.join(", ")}`, default: "tolerant" },
  {
    flag: "tolerance",
    description: "of --comparison tolerant: most difference between decimals, relative above 1",
    default: String(defaultComparison.tolerance),
  },
  ...LIMITS.map(([limit, flag, unit, description]) => ({
    flag,
    description,
    default: String(defaultLimits[limit] / unit),
  })),
];

/** Reads the options' values by flag. Throws a Fault on one that cannot be. */
export function readGrading(values: Readonly<Record<string, string>>): {
  readonly comparison: Comparison;
  readonly limits: SandboxLimits;
} {
  const wrong = (flag: string, expected: string, got: string | undefined): never => {
    throw new Fault({ where: `--${flag}`, expected, got: quote(got ?? ""), isUsage: true });
  };
  const { comparison: asked, tolerance: text } = values;
  const rule = comparisonRules.find((name) => name === asked) ?? wrong("comparison", comparisonRules.join(", "), asked);
  const tolerance = numberOf(text);
  if (!(tolerance >= 0 && tolerance < 1)) wrong("tolerance", "a number from 0, below 1", text);
  const limits = LIMITS.map(([limit, flag, unit]) => {
    const value = numberOf(values[flag]) * unit;
    const most = MOST[unit] ?? MOST_BYTES;
    if (!(value > 0 && value <= most))
      wrong(flag, `a number above 0, at most ${Math.floor(most / unit)}`, values[flag]);
    if (unit === 1 && !Number.isInteger(value)) wrong(flag, "a whole number", values[flag]);
    return [limit, unit === 1000 ? value : Math.round(value)];
  });
  return { comparison: { rule, tolerance }, limits: Object.fromEntries(limits) as SandboxLimits };
}

function numberOf(text: string | undefined): number {
  return text === undefined || text.trim() === "" ? Number.NaN : Number(text);
}
