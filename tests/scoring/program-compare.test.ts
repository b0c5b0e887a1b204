import { describe, expect, it } from "vitest";
import { type Comparison, defaultComparison, outputAgrees, valueAgrees } from "../../src/scoring/program-compare.js";
import { readNumber } from "../../src/scoring/program-decimal.js";

const tolerant = defaultComparison;
const livecodebench: Comparison = { rule: "livecodebench", tolerance: 1e-6 };
const strict: Comparison = { rule: "strict", tolerance: 1e-6 };

describe("printed output", () => {
  // Columns: expected, actual, and whether tolerant, livecodebench and strict take them for the same.
  it.each<readonly [string, string, boolean, boolean, boolean]>([
    ["YES", "NO", false, false, false],
    ["YES", "yes", false, false, false],
    ["1 2", "2 1", false, false, false],
    ["0.333333333333", "0.333333", true, false, false],
    ["0.333333333333", "0.33333", false, false, false],
    ["a b", "a  b", true, false, false],
    ["1 2", "1  2", true, true, false],
    ["a b\n", "a b  \n\n", true, true, false],
    ["a\nb\n", "a\r\nb\r\n", true, true, false],
    ["a", "a\n", true, true, true],
    ["1", "1.0", true, true, false],
    ["1", "1e0", true, true, false],
    ["1.5e2", "150.00", true, true, false],
    ["-0", "0.0", true, true, false],
    ["1 2", "1\n2", false, false, false],
    ["a\n\nb", "a\nb", false, false, false],
    ["1 2 3", "1 2", false, false, false],
    ["", "\n", true, true, true],
    ["", "0", false, false, false],
    // Integers never have a tolerance: these differ by 1 in 10^9.
    ["1000000007", "1000000006", false, false, false],
    ["12345678901234567890", "12345678901234567891", false, false, false],
    ["12345678901234567890", "12345678901234567890.0", true, true, false],
    ["1000000007", "1000000006.9", false, false, false],
    ["123456789012345678902", "123456789012345678901.0", false, false, false],
    ["0.1", "0.10000000000000000001", true, false, false],
    ["2", "2.0000001", true, false, false],
    ["1e10", "10000000001", true, false, false],
    ["x 1.0", "x 1", true, false, false],
    ["nan", "nan", true, true, true],
    ["42", "42\uFEFF", false, false, false],
    ["a b", "a\u00a0 b\u2003", true, false, false],
    ["inf", "1e400", false, false, false],
  ])("%j against %j", (expected, actual, ...same) => {
    expect([tolerant, livecodebench, strict].map((rule) => outputAgrees(expected, actual, rule))).toStrictEqual(same);
  });

  it("has a tolerance that can be set", () => {
    expect(outputAgrees("0.5", "0.51", { rule: "tolerant", tolerance: 0.1 })).toBe(true);
    expect(outputAgrees("0.5", "0.50000001", { rule: "tolerant", tolerance: 0 })).toBe(false);
  });

  it("takes time in proportion to the length of a number, not to its square", () => {
    // A million digits: by the square this would take the better part of an hour.
    expect(outputAgrees("12", `1${"0".repeat(1_000_000)}1`, tolerant)).toBe(false);
    expect(outputAgrees("12", `${" ".repeat(1_000_000)}12`, tolerant)).toBe(true);
  });
});

describe("returned values", () => {
  it.each<readonly [unknown, unknown, boolean, boolean, boolean]>([
    [[1, [2, 3]], [1, [2, 3]], true, true, true],
    [[1, 2], [2, 1], false, false, false],
    [1, true, true, true, false],
    ["1", 1, false, false, false],
    [null, 0, false, false, false],
    [null, [], false, false, false],
    [0.5, 0.5000001, true, false, false],
    [2n ** 64n, 2n ** 64n, true, true, true],
    [2n ** 64n, 2n ** 64n + 1n, false, false, false],
    [2n ** 64n, 2 ** 64, true, true, true],
    [{ a: [1], b: 2 }, { b: 2, a: [1] }, true, true, true],
    [{ a: 1 }, { a: 1, b: 1 }, false, false, false],
    [{ a: 1 }, [1], false, false, false],
    [[5], 5, true, true, false],
    [5, [5], false, false, false],
    [[[5]], 5, false, false, false],
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, true, true, true],
    ["a b", "a  b", false, false, false],
  ])("case %#", (expected, actual, ...same) => {
    expect([tolerant, livecodebench, strict].map((rule) => valueAgrees(expected, actual, rule))).toStrictEqual(same);
  });
});

describe("a written number", () => {
  it.each([
    ["1.50", "15e-1"],
    ["0150", "15e1"],
    ["-0.0", "0"],
    ["+.5e3", "5e2"],
  ])("%s is %s", (text, canonical) => expect(readNumber(text)?.canonical).toBe(canonical));

  it.each(["", ".", "e5", "1_000", "0x10", "nan", "1.2.3", "--1"])("%j is none", (text) => {
    expect(readNumber(text)).toBeNull();
  });
});
