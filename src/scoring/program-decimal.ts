const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/** A number as it is written. */
export interface WrittenNumber {
  /** The same text for the same number: sign, digits without outer zeros, power of ten. `1.0`, `1` and `1e0` share one. */
  readonly canonical: string;
  readonly value: number;
  /** Written without point and exponent. */
  readonly isInteger: boolean;
}

/**
 * Reads a decimal number, of any length; null when the text is none.
 *
 * @example readNumber("1.50").canonical // "15e-1"
 */
export function readNumber(text: string): WrittenNumber | null {
  const found = DECIMAL.exec(text);
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = found ?? [];
  if (!found || whole + fraction === "") return null;
  const digits = (whole + fraction).replace(/^0+/, "");
  // A pattern for zeros at the end would try each zero of a long number as their beginning.
  let end = digits.length;
  while (digits[end - 1] === "0") end -= 1;
  const significant = digits.slice(0, end);
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  return {
    canonical: significant === "" ? "0" : `${sign === "-" ? "-" : ""}${significant}e${power}`,
    value: Number(text),
    isInteger: !/[.eE]/.test(text),
  };
}
