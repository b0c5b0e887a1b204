import { Fault } from "../core/fault.js";
import type { ProgramTest } from "./problem-shape.js";
import { defaultLimits, type RawResult, type Sandbox } from "./sandbox-contract.js";

/** A program that needs what programs of problems need, and says that it found it. */
const PROGRAM = `
import array, bisect, collections, copy, datetime, decimal, fractions, functools, heapq, io, itertools, json, math
import operator, os, random, re, statistics, string, sys, threading, time, typing
if __name__ == "__main__":
    print("ready", input())
def double(numbers):
    return [2 * number for number in numbers]
`;
const TESTS: readonly ProgramTest[] = [
  { kind: "stdin", input: "é\n", expected: "ready é" },
  { kind: "functional", functionName: "double", args: [[1, 2]], expected: [2, 4] },
];

/** Runs a known program once, so that a sandbox that cannot work says so at once. Throws a Fault. */
export async function checkSandbox(sandbox: Sandbox): Promise<void> {
  const results = await sandbox.run(PROGRAM, TESTS, defaultLimits);
  const [printed, returned] = results.map((result) =>
    result.outcome === "ended" ? Buffer.from(result.value.length > 0 ? result.value : result.stdout).toString() : "",
  );
  if (printed === "ready é\n" && returned === "[2,4]") return;
  await sandbox.close();
  const got = results.map(complaint).find((text) => text !== "") ?? "another answer";
  throw new Fault({ where: `--sandbox ${sandbox.name}`, expected: "a known program to run", got });
}

function complaint(result: RawResult): string {
  if (result.outcome === "grader_error") return result.reason;
  const last = Buffer.from(result.stderr).toString().trim().split("\n").at(-1) ?? "";
  return last || (result.outcome === "ended" ? "" : result.outcome);
}
