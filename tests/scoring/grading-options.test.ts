import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { deepCoderScorer } from "../../src/scoring/deepcoder.js";
import { gradingOptions, readGrading } from "../../src/scoring/grading-options.js";
import { defaultComparison } from "../../src/scoring/program-compare.js";
import { defaultLimits } from "../../src/scoring/sandbox-contract.js";

const defaults = Object.fromEntries(gradingOptions.map((option) => [option.flag, option.default]));

it("are, unless given, the defaults of comparison and limits", () => {
  expect(readGrading(defaults)).toStrictEqual({ comparison: defaultComparison, limits: defaultLimits });
});

it("are read in their units", () => {
  const { limits } = readGrading({ ...defaults, "test-seconds": "0.5", "memory-mib": "1.5", "output-kib": "2" });
  expect(limits).toStrictEqual({ ...defaultLimits, testMs: 500, memoryBytes: 1_572_864, outputBytes: 2048 });
});

it.each([
  ["comparison", "loose", "expected tolerant, livecodebench, strict"],
  ["tolerance", "1", "expected a number from 0, below 1"],
  ["tolerance", " ", "expected a number from 0, below 1"],
  ["test-seconds", "0", "expected a number above 0"],
  ["memory-mib", "1e999", "expected a number above 0"],
  ["test-seconds", "1e9", "expected a number above 0, at most 2147483"],
  ["processes", "1.5", "expected a whole number"],
])("refuse --%s %s", (flag, value, message) => {
  expect(() => readGrading({ ...defaults, [flag]: value })).toThrow(`--${flag}: ${message}`);
});

// LiveCodeBench knows no tolerance; a strict grader no blanks either.
it.each([
  [{}, 1],
  [{ tolerance: "0" }, 0.5],
  [{ comparison: "livecodebench" }, 0.5],
  [{ comparison: "strict" }, 0],
])("decide the quality: %j gives %d", async (options, expected) => {
  const file = join(mkdtempSync(join(tmpdir(), "grading-")), "problems.jsonl");
  const tests = { inputs: ["1\n", "2\n"], outputs: ["0.333333\n", "1 2\n"] };
  const program = 'print(0.3333333 if input() == "1" else "1  2")';
  writeFileSync(file, `${JSON.stringify({ instance_id: "third", problem: "Divide.", tests })}\n`);
  const scorer = await deepCoderScorer.create({ ...defaults, problems: file, sandbox: "none", ...options });
  const at = { instance: { instance_id: "third" }, snapshot: { turns_left: 1 } };
  expect(await scorer.qualities(at, [program, null])).toStrictEqual([expected, 0]);
  await scorer.close?.();
});

it("shows a policy what the tests of a function call", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "grading-")), "problems.jsonl");
  const tests = { inputs: [[1, 2]], outputs: [3], fn_name: "total" };
  const rows = [
    { instance_id: "named", problem: "Add.", tests },
    { instance_id: "begun", problem: "Add.", tests, starter_code: "class Solution:\n    def total(self, a, b):\n" },
    { instance_id: "read", problem: "Add.", tests: { inputs: ["1\n"], outputs: ["1\n"] } },
  ];
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  const { judge, close } = await deepCoderScorer.create({ ...defaults, problems: file, sandbox: "none" });
  expect(rows.map((row) => [judge?.isCalled(row.instance_id), judge?.statement(row.instance_id)])).toEqual([
    [true, "Add.\n\nThe tests call `total` with 2 argument(s)."],
    [true, "Add.\n\nBegin with this code:\n```python\nclass Solution:\n    def total(self, a, b):\n```"],
    [false, "Add."],
  ]);
  await close?.();
});
