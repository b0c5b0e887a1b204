import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { jsonText, parseJsonExactly } from "../../src/scoring/problem-json.js";
import { problemOf } from "../../src/scoring/problem-row.js";

const row = (rest: object) => problemOf({ problem: "Add the numbers.", solutions: ["print(1)"], ...rest }, "p.jsonl:3");
const stdin = { input: "1\n", output: "2\n", testtype: "stdin" };
const functional = { input: "[1, 2]\n3", output: "[6]", testtype: "functional", metadata: { func_name: "f" } };

describe("a row of DeepCoder-Preview", () => {
  it("has tests as a list of input and output, in a JSON string", () => {
    expect(row({ tests: JSON.stringify([stdin, functional]) }).tests).toStrictEqual([
      { kind: "stdin", input: "1\n", expected: "2\n" },
      { kind: "functional", functionName: "f", args: [[1, 2], 3], expected: [6] },
    ]);
  });

  it("has the function's name in the row's metadata as well", () => {
    const tests = [{ input: "1", output: "2", testtype: "functional" }];
    const expected = [{ kind: "functional", functionName: "g", args: [1], expected: 2 }];
    expect(row({ tests, metadata: '{"func_name": "g"}', starter_code: "def g(n):" }).tests).toStrictEqual(expected);
    expect(row({ tests, metadata: { func_name: "g" } }).tests).toStrictEqual(expected);
  });

  it("has tests as an object of inputs, outputs and a function's name", () => {
    const tests = { fn_name: "f", inputs: [[[1, 2], 3], "4\n5"], outputs: [[6], "9"] };
    expect(row({ tests }).tests).toStrictEqual([
      { kind: "functional", functionName: "f", args: [[1, 2], 3], expected: [6] },
      { kind: "functional", functionName: "f", args: [4, 5], expected: 9 },
    ]);
    expect(row({ tests: { inputs: ["1", ["2", "3"]], outputs: ["4", ["5", "6"]] } }).tests).toStrictEqual([
      { kind: "stdin", input: "1", expected: "4" },
      { kind: "stdin", input: "2\n3\n", expected: "5\n6\n" },
    ]);
  });

  it("has tests as a list whose tests carry their own function's name", () => {
    const tests = [{ type: "function_call", fn_name: "f", input: ["a", 1], output: "b" }];
    expect(row({ tests }).tests).toStrictEqual([
      { kind: "functional", functionName: "f", args: ["a", 1], expected: "b" },
    ]);
  });

  it("keeps integers beyond 2^53", () => {
    const tests = '{"fn_name": "f", "inputs": [[18446744073709551616]], "outputs": [18446744073709551617]}';
    expect(row({ tests }).tests[0]).toMatchObject({ args: [2n ** 64n], expected: 2n ** 64n + 1n });
  });

  it("is named by its instance_id, else by its statement", () => {
    const tests = [stdin];
    const digest = createHash("sha256").update("Add the numbers.").digest("hex").slice(0, 12);
    expect(row({ tests }).instanceId).toBe(`dc-${digest}`);
    expect(row({ tests, instance_id: "add-1" }).instanceId).toBe("add-1");
  });

  it("shows its first two tests, or as many as public_tests says", () => {
    expect(row({ tests: [stdin, stdin, stdin] }).publicTests).toBe(2);
    expect(row({ tests: [stdin] }).publicTests).toBe(1);
    expect(row({ tests: [stdin, stdin, stdin], public_tests: 3 }).publicTests).toBe(3);
    expect(row({ tests: [stdin], public_tests: 0 }).publicTests).toBe(0);
  });
});

describe("a faulty row names problem and field", () => {
  const lost = /^p\.jsonl:3: add: tests\[0\]: fn_name: expected the name of the function .*lose it\), got nothing$/;
  it.each<readonly [object, RegExp]>([
    [{ problem: 3 }, /^p\.jsonl:3: problem: expected the statement, a text, got 3$/],
    [{ instance_id: 4, tests: [stdin] }, /^p\.jsonl:3: instance_id: expected a text, got 4$/],
    [{ tests: "[" }, /^p\.jsonl:3: add: tests: expected JSON, got text that is none \(unexpected end\)$/],
    [{ tests: [] }, /: add: tests: expected at least one test, got \[\]$/],
    [{}, /: add: tests: expected a list of tests, or an object with inputs and outputs, got nothing$/],
    [{ tests: [{ input: "1" }] }, /: add: tests\[0\]\.output: expected a value, got nothing$/],
    [{ tests: [{ ...stdin, testtype: "web" }] }, /: add: tests\[0\]\.testtype: expected stdin, .* got "web"$/],
    [{ tests: [{ ...functional, metadata: {} }] }, lost],
    [{ tests: [{ type: "function_call", input: [1], output: 2 }] }, lost],
    [{ tests: [{ input: "1", output: "2" }], starter_code: "class Solution:" }, lost],
    [{ tests: { inputs: [[1, 2]], outputs: [3] } }, /: tests\.inputs\[0\]: fn_name: expected the name of the function/],
    [{ tests: { inputs: ["1", "2"], outputs: ["3"] } }, /: add: tests\.outputs: expected a list of 2, got "1"$/],
    [{ tests: [{ ...functional, input: "[1" }] }, /: add: tests\[0\]: expected JSON, got text that is none/],
    [{ tests: [{ ...functional, output: "six" }] }, /: add: tests\[0\]: output: expected JSON, got text that is none/],
    [
      { tests: [{ ...functional, metadata: { func_name: "os.x" } }] },
      /: fn_name: expected the name of a function, got "os\.x"$/,
    ],
    [{ tests: [stdin], solutions: "print(1)" }, /: add: solutions: expected a list of programs, got "print\(1\)"$/],
    [{ tests: [stdin], solutions: [1] }, /: add: solutions\[0\]: expected a program, a text, got 1$/],
    [{ tests: [stdin], public_tests: 2 }, /: add: public_tests: expected a whole number from 0 to 1, got 2$/],
    [{ tests: [stdin], metadata: "{" }, /: add: metadata: expected JSON/],
  ])("%j", (rest, message) => {
    expect(() => row({ instance_id: "add", ...rest })).toThrow(message);
  });
});

describe("exact JSON", () => {
  it.each(['{"a":[1,2.5,"x\\"\\\\",null,true]}', '"\\\\"', "[]", "{}", " [ 1 , -2e3 ] ", '"\\ud83d\\ude00\u2028"'])(
    "reads %j as JSON.parse does",
    (text) => expect(parseJsonExactly(text)).toStrictEqual(JSON.parse(text)),
  );
  it.each(["", "[1", "[1,]", '{"a"}', '"\\', '"a\n"', "01", "1 2", "nul", "{1:2}", '["'])("refuses %j", (text) => {
    expect(() => parseJsonExactly(text)).toThrow(SyntaxError);
  });
  it("refuses nesting without end", () => {
    expect(() => parseJsonExactly("[".repeat(100_000))).toThrow(/deeper/);
  });
  it("reads what Python writes and JSON has not", () => {
    expect(parseJsonExactly("[NaN, Infinity, -Infinity]")).toStrictEqual([Number.NaN, Infinity, -Infinity]);
  });
  it("writes what it reads", () => {
    const text = '{"a": [123456789012345678901234567890, 1.5, "é"]}';
    expect(jsonText(parseJsonExactly(text))).toBe(text);
  });
});
