import { fileURLToPath } from "node:url";
import { Fault } from "../core/fault.js";
import type { Judge } from "../core/judge.js";
import type { ScorerFactory } from "../core/scorer.js";
import { gradingOptions, readGrading } from "./grading-options.js";
import { readProblems } from "./problem-read.js";
import type { Problem } from "./problem-shape.js";
import { type ProgramScore, programScorer } from "./program-score.js";
import { openSandbox, sandboxNames } from "./sandbox-choice.js";

const BUNDLED = fileURLToPath(new URL("../../fixtures/deepcoder-mt/problems.jsonl", import.meta.url));

async function problemsIn(file: string): Promise<ReadonlyMap<string, Problem>> {
  const problems = new Map<string, Problem>();
  for await (const read of readProblems(file)) {
    if ("fault" in read) throw read.fault;
    problems.set(read.problem.instanceId, read.problem);
  }
  return problems;
}

/** The first public test that did not pass, as the policy is shown it; null when all did. */
function publicFailure(problem: Problem, { verdicts }: ProgramScore): Awaited<ReturnType<Judge["judge"]>>["failure"] {
  const index = verdicts.slice(0, problem.publicTests).findIndex(({ outcome }) => outcome !== "passed");
  const verdict = verdicts[index];
  const test = problem.tests[index];
  if (verdict === undefined || test === undefined) return null;
  const isStdin = test.kind === "stdin";
  return {
    number: index + 1,
    input: isStdin ? test.input : JSON.stringify(test.args),
    expected: isStdin ? test.expected : JSON.stringify(test.expected),
    got: verdict.outcome === "wrong" ? verdict.actual : null,
    error: verdict.outcome === "wrong" ? null : errorText(verdict.outcome, verdict.error),
  };
}

/** What a policy is told: the statement, and of a function what the tests call; null without a problem. */
function statementOf(problem: Problem | undefined): string | null {
  if (problem === undefined) return null;
  const { statement, starterCode, tests } = problem;
  if (starterCode !== "")
    return `${statement}\n\nBegin with this code:\n\`\`\`python\n${starterCode.trimEnd()}\n\`\`\``;
  const [test] = tests;
  if (test?.kind !== "functional") return statement;
  return `${statement}\n\nThe tests call \`${test.functionName}\` with ${test.args.length} argument(s).`;
}

function errorText(outcome: string, error: string): string {
  if (outcome === "timeout") return "time limit";
  if (outcome !== "runtime_error") return outcome.replace("_", " ");
  return error.trimEnd().split("\n").pop() ?? "";
}

export const deepCoderScorer: ScorerFactory = {
  description: "share of the problem's tests that a program passes, run in a sandbox",
  options: [
    { flag: "problems", description: "problems of deepcoder-mt, JSON Lines or Parquet", default: BUNDLED },
    { flag: "sandbox", description: `where programs run: ${sandboxNames.join(", ")}`, default: "auto" },
    ...gradingOptions,
  ],
  async create({ problems: file = BUNDLED, sandbox: name = "auto", ...grading }) {
    const rules = readGrading(grading);
    const problems = await problemsIn(file);
    const { sandbox, notice } = await openSandbox(name);
    const programs = programScorer({ sandbox, ...rules });
    const problemAt = (id: string): Problem => {
      const problem = problems.get(id);
      if (problem === undefined) throw new Fault({ where: file, expected: `a problem ${id}`, got: "none" });
      return problem;
    };
    const scoreOf = (id: string, program: string): Promise<ProgramScore> => programs.score(problemAt(id), program);
    return {
      name: `tests in ${sandbox.name}`,
      description: `share of all tests passed; a reply without a program has quality 0; ${sandbox.description}`,
      ...(notice === null ? {} : { notice }),
      qualities: ({ instance: { instance_id: id } }, actions) =>
        Promise.all(
          actions.map(async (action) => {
            if (action === null) return 0;
            const { quality, reason } = await scoreOf(id, action);
            return quality ?? { unscored: reason ?? "" };
          }),
        ),
      best: async () => 1,
      judge: {
        heldOut: [...problems.values()]
          .filter((problem) => problem.split !== "train")
          .map((problem) => problem.instanceId),
        statement: (id) => statementOf(problems.get(id)),
        isCalled: (id) => problems.get(id)?.tests[0]?.kind === "functional",
        solutions: (id) => problemAt(id).solutions,
        judge: async (id, program) => {
          const score = await scoreOf(id, program);
          if (score.quality === null) {
            // There is no feedback to show then, and none may be made up: the run stops, and can be resumed.
            throw new Fault({ where: `problem ${id}`, expected: "a working sandbox", got: score.reason ?? "" });
          }
          return { solved: score.solved, failure: publicFailure(problemAt(id), score) };
        },
      },
      close: () => sandbox.close(),
    };
  },
};
