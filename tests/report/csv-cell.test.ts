import { describe, expect, it } from "vitest";
import { boolean, number, optionalNumber, optionalText, text } from "../../src/report/column.js";
import { cellValue, csvCell } from "../../src/report/csv-cell.js";

describe("a cell", () => {
  it.each([
    ["true and false by name", boolean, true, "true"],
    ["true and false by name", boolean, false, "false"],
    ["a missing number as nothing", optionalNumber, null, ""],
    ["a missing text as nothing", optionalText, null, ""],
    ["minus zero as zero", number, -0, "0"],
    ["a negative number as it is", number, -0.25, "-0.25"],
    ["the shortest digits that read back", number, 0.1, "0.1"],
    ["all digits that are needed", number, 0.1 + 0.2, "0.30000000000000004"],
    ["ordinary text as it is", text, "Left,Up", "Left,Up"],
    ["a formula behind a quote", text, "=1+1", "'=1+1"],
    ["a plus behind a quote", text, "+1", "'+1"],
    ["a minus behind a quote", text, "-1", "'-1"],
    ["an at sign behind a quote", text, "@SUM(A1)", "'@SUM(A1)"],
    ["a tab behind a quote", text, "\tx", "'\tx"],
    ["a carriage return behind a quote", text, "\rx", "'\rx"],
    ["a guarded formula behind a further quote", text, "'=1+1", "''=1+1"],
    ["a quote before anything else as it is", text, "'tis", "'tis"],
    ["a formula further in as it is", text, "a=1", "a=1"],
  ] as const)("holds %s, and gives it back", (_, column, value, expected) => {
    expect(csvCell("quality", column, value)).toBe(expected);
    expect(cellValue("quality", column, expected)).toEqual(value === 0 ? 0 : value);
  });

  it.each([
    [number, "x", "expected a number"],
    [number, "", "expected a number"],
    [optionalNumber, "Infinity", "expected a number"],
    [boolean, "TRUE", "expected a boolean"],
  ] as const)("does not take %o for what is no such value: %s", (column, cell, message) => {
    expect(() => cellValue("quality", column, cell)).toThrow(message);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])("refuses %s", (value) => {
    expect(() => csvCell("quality", optionalNumber, value)).toThrow(
      `column quality: expected a finite number, got ${value}`,
    );
  });

  it("refuses to be empty where an answer is due", () => {
    expect(() => csvCell("turn", number, null)).toThrow("column turn: expected a number, got null");
  });
});
