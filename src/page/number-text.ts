/** Stands where there is no number. */
export const NOTHING = "–";

/** How a number is printed. */
export type NumberText = (value: number) => string;

/** 1234 → `1,234`. */
export const count: NumberText = (value) => value.toLocaleString("en");

/** `1 state`, `2 states`: a number with its noun. */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? "" : "s"}`;
}

/** A share in percent with its unit: `42.8 %`. Ends of intervals outside [0, 1] are cut there. */
export const percent: NumberText = (value) => `${bareNumber(100 * Math.min(1, Math.max(0, value)), 1)} %`;

/** A difference of shares in points, always with its sign: `+3.3`. */
export const points: NumberText = (value) => signed(100 * value, 1);

/** A difference, always with its sign: `−0.031`. */
export const difference: NumberText = (value) => signed(value, 3);

/** Three decimals. */
export const plain: NumberText = (value) => bareNumber(value, 3);

/** A p-value: three decimals, `< 0.001` below. */
export const probability: NumberText = (value) => (value < 0.001 ? "< 0.001" : bareNumber(value, 3));

export function textOf(value: number | null | undefined, print: NumberText): string {
  return value === null || value === undefined ? NOTHING : print(value);
}

/** `[0.036, 0.053]`, or nothing where an end is missing. */
export function intervalText(
  low: number | null | undefined,
  high: number | null | undefined,
  print: NumberText,
): string {
  return low == null || high == null ? NOTHING : `[${print(low)}, ${print(high)}]`;
}

function signed(value: number, digits: number): string {
  const printed = bareNumber(Math.abs(value), digits);
  if (Number(printed) === 0) return printed;
  return value < 0 ? `−${printed}` : `+${printed}`;
}

function bareNumber(value: number, digits: number): string {
  const printed = value.toFixed(digits);
  if (Number(printed) === 0) return (0).toFixed(digits);
  return printed.replace("-", "−");
}
