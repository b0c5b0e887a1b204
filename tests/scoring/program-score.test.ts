import { describe, expect, it } from "vitest";
import type { Problem } from "../../src/scoring/problem-shape.js";
import { defaultComparison } from "../../src/scoring/program-compare.js";
import { judge, programScorer } from "../../src/scoring/program-score.js";
import type { RawResult, Sandbox } from "../../src/scoring/sandbox-contract.js";

const problem: Problem = {
  instanceId: "sum",
  statement: "Add.",
  starterCode: "",
  solutions: [],
  tests: ["1", "2", "3", "4"].map((expected) => ({ kind: "stdin", input: "", expected })),
  publicTests: 2,
  split: null,
};
const bytes = (text: string) => new TextEncoder().encode(text);
const printed = (text: string, code = 0): RawResult => ({
  outcome: "ended",
  code,
  stdout: bytes(text),
  stderr: bytes(""),
  value: bytes(""),
});

/** A sandbox that only says what it is told, program by program. */
function scripted(answer: (program: string) => readonly RawResult[]): Sandbox & { readonly ran: readonly string[] } {
  const ran: string[] = [];
  return {
    name: "scripted",
    description: "",
    ran,
    run: async (program) => {
      ran.push(program);
      return answer(program);
    },
    close: async () => {},
  };
}

describe("the score of a program", () => {
  it("is the share of all tests that passed", async () => {
    const sandbox = scripted(() => [
      printed("1"),
      printed("2", 1),
      printed("no"),
      { outcome: "timeout", stdout: bytes(""), stderr: bytes("") },
    ]);
    const score = await programScorer({ sandbox }).score(problem, "x");
    expect(score.verdicts.map(({ outcome }) => outcome)).toStrictEqual(["passed", "runtime_error", "wrong", "timeout"]);
    expect(score).toMatchObject({ quality: 0.25, solved: false, reason: null });
  });

  it("is 1 and solved when all passed", async () => {
    const sandbox = scripted(() => ["1", "2", "3", "4"].map((text) => printed(text)));
    expect(await programScorer({ sandbox }).score(problem, "x")).toMatchObject({ quality: 1, solved: true });
  });

  it("is null, with the reason, when the grader failed on any test", async () => {
    const sandbox = scripted(() => [
      printed("1"),
      printed("2"),
      { outcome: "grader_error", reason: "no room" },
      printed("4"),
    ]);
    const scorer = programScorer({ sandbox });
    const score = await scorer.score(problem, "x");
    expect(score).toMatchObject({ quality: null, solved: false, reason: "test 3: no room" });
    expect(score.verdicts.map(({ outcome }) => outcome)).toStrictEqual(["passed", "passed", "grader_error", "passed"]);
    await scorer.score(problem, "x");
    expect(sandbox.ran, "each time the grader gets a second try").toHaveLength(4);
  });

  it("is that of the second try when the grader failed once", async () => {
    let tries = 0;
    const sandbox = scripted(() => {
      tries += 1;
      return tries === 1 ? [] : ["1", "2", "no", "4"].map((text) => printed(text));
    });
    expect(await programScorer({ sandbox }).score(problem, "x")).toMatchObject({ quality: 0.75, reason: null });
  });

  it("is null when results are missing", async () => {
    const sandbox = scripted(() => [printed("1")]);
    expect(await programScorer({ sandbox }).score(problem, "x")).toMatchObject({ quality: null });
  });

  it("is computed once for each distinct program of a problem", async () => {
    const sandbox = scripted(() => ["1", "2", "3", "4"].map((text) => printed(text)));
    const scorer = programScorer({ sandbox });
    await Promise.all([scorer.score(problem, "a"), scorer.score(problem, "a"), scorer.score(problem, "b")]);
    await scorer.score({ ...problem, instanceId: "other" }, "a");
    expect(sandbox.ran).toStrictEqual(["a", "b", "a"]);
  });

  it("is kept for the programs used last", async () => {
    const sandbox = scripted(() => ["1", "2", "3", "4"].map((text) => printed(text)));
    const scorer = programScorer({ sandbox, kept: 2 });
    for (const program of ["a", "b", "a", "c", "a", "b"]) await scorer.score(problem, program);
    expect(sandbox.ran).toStrictEqual(["a", "b", "c", "b"]);
  });
});

describe("programs that are scored together", () => {
  it("run no more at once than they are allowed", async () => {
    const started: (() => void)[] = [];
    const answers = ["1", "2", "3", "4"].map((text) => printed(text));
    const sandbox: Sandbox = {
      ...scripted(() => answers),
      run: () => new Promise((resolve) => started.push(() => resolve(answers))),
    };
    const scorer = programScorer({ sandbox, atOnce: 2 });
    const scores = ["a", "b", "c", "d", "e"].map((program) => scorer.score(problem, program));
    const counts: number[] = [];
    for (let ended = 0; ended < 5; ended += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      counts.push(started.length - ended);
      started[ended]?.();
    }
    expect(counts).toStrictEqual([2, 2, 2, 2, 1]);
    for (const { quality } of await Promise.all(scores)) expect(quality).toBe(1);
  });
});

describe("the verdict on a returned value", () => {
  const test = { kind: "functional", functionName: "f", args: [], expected: [1, 2] } as const;
  const returned = (value: string) => ({ ...printed("noise"), value: bytes(value) }) as RawResult;

  it.each([
    ["[1,2]", "passed"],
    ["[1.0,2]", "passed"],
    ["[2,1]", "wrong"],
    ["not JSON", "wrong"],
    ["", "runtime_error"],
  ])("%j is %s", (value, outcome) => {
    expect(judge(test, returned(value), defaultComparison).outcome).toBe(outcome);
  });
});
