import type { SummaryRow } from "../core/rows.js";

/** Stands where there is no number. */
export const NOTHING = "–";

/** How a number is printed in the table. */
export type NumberText = (value: number) => string;

/** A share in percent, one decimal, without the sign of the unit: `42.8`. An interval's end outside [0, 1] is cut there. */
export const percent: NumberText = (value) => decimals(100 * Math.min(1, Math.max(0, value)), 1);

/** A difference of two shares in points, one decimal and always a sign: `+3.3`. */
export const points: NumberText = (value) => signed(100 * value, 1);

/** A difference, three decimals and always a sign: `-0.031`. */
export const difference: NumberText = (value) => signed(value, 3);

/** Three decimals: `0.412`. */
export const plain: NumberText = (value) => decimals(value, 3);

/** A p-value behind its sign: `= 0.012`, `< 0.001`. */
export const probability: NumberText = (value) => (value < 0.001 ? "< 0.001" : `= ${decimals(value, 3)}`);

/** A p-value alone: `0.012`, `< 0.001`. */
export const pValueText: NumberText = (value) => probability(value).replace("= ", "");

/** `49.0 [45.1,52.8]`; without the bracket where there is no interval. */
export function withInterval(row: SummaryRow | undefined, print: NumberText): string {
  if (row === undefined || row.estimate === null) return NOTHING;
  if (row.ci_low === null || row.ci_high === null) return print(row.estimate);
  return `${print(row.estimate)} [${print(row.ci_low)},${print(row.ci_high)}]`;
}

/** The estimate alone. */
export function estimateText(row: SummaryRow | undefined, print: NumberText): string {
  return row === undefined || row.estimate === null ? NOTHING : print(row.estimate);
}

/** Exact numbers rest on probabilities in single precision: what is below this has no sign. */
const SIGNLESS = 1e-6;

function signed(value: number, digits: number): string {
  return value < -SIGNLESS ? `-${decimals(-value, digits)}` : `+${decimals(Math.abs(value), digits)}`;
}

function decimals(value: number, digits: number): string {
  const printed = value.toFixed(digits);
  return Number(printed) === 0 ? (0).toFixed(digits) : printed;
}
