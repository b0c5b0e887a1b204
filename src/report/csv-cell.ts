import type { Cell, Column } from "./column.js";

/** A spreadsheet takes text that starts like this for a formula; quotes before it are there to guard another one. */
const FORMULA = /^'*[=+\-@\t\r]/;

/**
 * A value as its cell holds it, before CSV quoting: booleans `true`/`false`, null empty, numbers in the shortest form
 * that reads back the same, −0 as 0, formula-like text behind one more single quote. Throws a RangeError on NaN, on infinities
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

/**
 * The value of a cell that `csvCell` wrote, after CSV quoting. Throws a RangeError on what such a column cannot hold.
 *
 * @example cellValue("action", text, "'=1+1") // "=1+1"
 */
export function cellValue(name: string, column: Column, cell: string): Cell {
  if (cell === "" && column.optional) return null;
  if (column.kind === "text") return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
  if (column.kind === "boolean") {
    if (cell === "true" || cell === "false") return cell === "true";
  } else {
    const value = Number(cell);
    if (cell.trim() !== "" && Number.isFinite(value)) return value;
  }
  throw new RangeError(`column ${name}: expected a ${column.kind}, got ${JSON.stringify(cell)}`);
}
