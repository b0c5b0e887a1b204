import { createHash } from "node:crypto";
import { Fault, quote } from "../core/fault.js";
import type { Problem } from "./problem-shape.js";
import { problemTests } from "./problem-tests.js";

/** Shown where a row does not say `public_tests`. */
const PUBLIC_TESTS = 2;

/**
 * Reads one row of DeepCoder-Preview, parsed: `problem`, `tests` (JSON or a JSON string, in any of its forms), `solutions`,
 * `starter_code`, `metadata`; and of our own, `instance_id` and `public_tests`. Throws a Fault that names the problem and
 * the field; `where` is the row's place in its file.
 */
export function problemOf(row: unknown, where: string): Problem {
  const fields = isRecord(row) ? row : {};
  const statement = fields["problem"];
  if (typeof statement !== "string" || statement.trim() === "") {
    throw fault(`${where}: problem`, "the statement, a text", statement);
  }
  const given = fields["instance_id"] ?? null;
  if (given !== null && (typeof given !== "string" || given === ""))
    throw fault(`${where}: instance_id`, "a text", given);
  const instanceId = given ?? `dc-${createHash("sha256").update(statement).digest("hex").slice(0, 12)}`;
  const at = (field: string) => `${where}: ${instanceId}: ${field}`;
  const starterCode = fields["starter_code"] ?? "";
  if (typeof starterCode !== "string") throw fault(at("starter_code"), "a text", starterCode);
  const tests = problemTests(fields, starterCode, at);
  const publicTests = fields["public_tests"] ?? Math.min(PUBLIC_TESTS, tests.length);
  if (!isCount(publicTests, tests.length)) {
    throw fault(at("public_tests"), `a whole number from 0 to ${tests.length}`, publicTests);
  }
  const split = fields["split"] ?? null;
  if (split !== null && typeof split !== "string") throw fault(at("split"), "a text", split);
  return { instanceId, statement, starterCode, solutions: solutionsOf(fields, at), tests, publicTests, split };
}

function solutionsOf(row: Readonly<Record<string, unknown>>, at: (field: string) => string): readonly string[] {
  const solutions = row["solutions"] ?? [];
  if (!Array.isArray(solutions)) throw fault(at("solutions"), "a list of programs", solutions);
  for (const [i, solution] of solutions.entries()) {
    if (typeof solution !== "string") throw fault(at(`solutions[${i}]`), "a program, a text", solution);
  }
  return solutions;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isCount(value: unknown, most: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= most;
}

function fault(where: string, expected: string, got: unknown): Fault {
  return new Fault({ where, expected, got: got === undefined ? "nothing" : quote(got) });
}
