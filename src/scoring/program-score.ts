import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import limitConcurrency from "p-limit";
import { parseJsonExactly } from "./problem-json.js";
import type { Problem, ProgramTest } from "./problem-shape.js";
import { type Comparison, defaultComparison, outputAgrees, valueAgrees } from "./program-compare.js";
import { defaultLimits, type RawResult, type Sandbox, type SandboxLimits } from "./sandbox-contract.js";

/** `grader_error`: the machine failed, not the program; there is no score then. */
export type TestOutcome = "passed" | "wrong" | "runtime_error" | "timeout" | "memory" | "output_limit" | "grader_error";

/** What became of one test; the texts are cut, and are for people and feedback. */
export interface TestVerdict {
  readonly outcome: TestOutcome;
  /** What the program printed, or the function returned. */
  readonly actual: string;
  /** The end of its standard error; of a grader error, the reason. */
  readonly error: string;
}

export interface ProgramScore {
  /** Share of all the problem's tests that passed; null, with a reason, when the grader failed on any. */
  readonly quality: number | null;
  readonly reason: string | null;
  readonly solved: boolean;
  /** One a test, in the problem's order. */
  readonly verdicts: readonly TestVerdict[];
}

export interface ProgramScorer {
  score(problem: Problem, program: string): Promise<ProgramScore>;
}

/** Most characters of a verdict's text that are kept. */
const KEPT_TEXT = 2000;

/** Compares what a sandbox brought back with what was expected. */
export function judge(test: ProgramTest, result: RawResult, comparison: Comparison): TestVerdict {
  if (result.outcome === "grader_error") return { outcome: "grader_error", actual: "", error: result.reason };
  const said = test.kind === "functional" && result.outcome === "ended" ? result.value : result.stdout;
  const text = textOf(said);
  const verdict = (outcome: TestOutcome, error = textOf(result.stderr)): TestVerdict => ({
    outcome,
    actual: text.slice(0, KEPT_TEXT),
    error: error.slice(-KEPT_TEXT),
  });
  if (result.outcome !== "ended") return verdict(result.outcome);
  if (result.code !== 0) return verdict("runtime_error");
  if (test.kind === "stdin") return verdict(outputAgrees(test.expected, text, comparison) ? "passed" : "wrong");
  if (text === "") return verdict("runtime_error", "the program ended before the function returned");
  const value = parsed(text);
  return verdict(value !== null && valueAgrees(test.expected, value.value, comparison) ? "passed" : "wrong");
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

function parsed(text: string): { readonly value: unknown } | null {
  try {
    return { value: parseJsonExactly(text) };
  } catch {
    return null;
  }
}

/** The score that verdicts on all tests make. */
export function scoreOf(verdicts: readonly TestVerdict[]): ProgramScore {
  const failed = verdicts.findIndex(({ outcome }) => outcome === "grader_error");
  const passed = verdicts.filter(({ outcome }) => outcome === "passed").length;
  if (failed !== -1) {
    const reason = `test ${failed + 1}: ${verdicts[failed]?.error ?? ""}`;
    return { quality: null, reason, solved: false, verdicts };
  }
  return { quality: passed / verdicts.length, reason: null, solved: passed === verdicts.length, verdicts };
}

export interface ProgramScorerOptions {
  readonly sandbox: Sandbox;
  readonly limits?: SandboxLimits;
  readonly comparison?: Comparison;
  /** Scores that are kept, those used last. */
  readonly kept?: number;
  /** Programs that run at once; by default one a core, so that they do not take each other's time. */
  readonly atOnce?: number;
}

/** Scores programs by all tests of their problem, each distinct program once. A grader error is tried twice, and not kept. */
export function programScorer(options: ProgramScorerOptions): ProgramScorer {
  const { sandbox, limits = defaultLimits, comparison = defaultComparison, kept = 10_000 } = options;
  const inTurn = limitConcurrency(options.atOnce ?? availableParallelism());
  const scores = new Map<string, Promise<ProgramScore>>();

  const run = async ({ tests }: Problem, program: string): Promise<ProgramScore> => {
    const results = await inTurn(() => sandbox.run(program, tests, limits));
    const missing: RawResult = { outcome: "grader_error", reason: "no result" };
    return scoreOf(tests.map((test, i) => judge(test, results[i] ?? missing, comparison)));
  };
  /** A grader that failed gets one more try. */
  const runTwice = async (problem: Problem, program: string): Promise<ProgramScore> => {
    const score = await run(problem, program);
    return score.quality === null ? run(problem, program) : score;
  };
  return {
    score: (problem, program) => {
      const key = createHash("sha256").update(`${problem.instanceId}\0${program}`).digest("base64");
      const score = scores.get(key) ?? runTwice(problem, program);
      scores.delete(key);
      scores.set(key, score);
      const [oldest] = scores.keys();
      if (scores.size > kept && oldest !== undefined) scores.delete(oldest);
      const forget = () => {
        if (scores.get(key) === score) scores.delete(key);
      };
      score.then(({ quality }) => quality === null && forget(), forget);
      return score;
    },
  };
}
