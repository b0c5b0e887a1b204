import type { Cell, Column } from "./column.js";

/** A spreadsheet takes text that starts like this for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * A value as its cell holds it, before CSV quoting: booleans `true`/`false`, null empty, numbers in the shortest form
 * that reads back the same, −0 as 0, formula-like text behind a single quote. Throws a RangeError on NaN, on infinities
 * and on an empty cell in a column that must have an answer.
 *
 * @example csvCell("action", text, "=1+1") // "'=1+1"
 */
export function csvCell(name: string, column: Column, value: Cell): string {
  if (value === null) {
    if (!column.optional) throw new RangeError(`column ${name}: expected a ${column.kind}, got null`);
    return "";
  }
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new RangeError(`column ${name}: expected a finite number, got ${value}`);
    return String(value);
  }
  if (typeof value === "boolean") return value ? "true" : "false";
  return FORMULA.test(value) ? `'${value}` : value;
}
