import { jsonText } from "./problem-json.js";
import type { ProgramTest } from "./problem-shape.js";
import type { SandboxLimits } from "./sandbox-contract.js";

/** A JSON value as a Python literal. JSON's strings are Python's; its names are not. */
function pythonLiteral(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(",")}]`;
  if (typeof value === "object") {
    return `{${Object.entries(value)
      .map(([key, item]) => `${JSON.stringify(key)}:${pythonLiteral(item)}`)
      .join(",")}}`;
  }
  if (value === Number.POSITIVE_INFINITY) return "float('inf')";
  if (value === Number.NEGATIVE_INFINITY) return "-float('inf')";
  if (Number.isNaN(value)) return "float('nan')";
  return typeof value === "bigint" ? String(value) : JSON.stringify(value);
}

/** Output that a test may give: the limit, and room for the expected answer, rounded up so that it tells little. */
export function outputLimit(test: ProgramTest, { outputBytes }: SandboxLimits): number {
  const expected = Buffer.byteLength(test.kind === "stdin" ? test.expected : jsonText(test.expected));
  return Math.max(outputBytes, expected * 2 > outputBytes ? 2 ** Math.ceil(Math.log2(expected * 2)) : 0);
}

/** A test as Python takes it: `(input, function, arguments, output limit)`. What is expected stays here. */
export function testLiteral(test: ProgramTest, limits: SandboxLimits): string {
  const limit = outputLimit(test, limits);
  if (test.kind === "stdin") return `(${JSON.stringify(test.input)},None,None,${limit})`;
  return `("",${JSON.stringify(test.functionName)},${JSON.stringify(pythonLiteral(test.args))},${limit})`;
}

/** All that a launcher is told. */
export function launcherRequest(program: string, tests: readonly ProgramTest[], limits: SandboxLimits): string {
  const { programMs, testMs, memoryBytes, processes, fileBytes } = limits;
  const numbers = [programMs / 1000, testMs / 1000, memoryBytes, processes, fileBytes];
  const list = tests.map((test) => `${testLiteral(test, limits)},`).join("");
  return `(${JSON.stringify(program)},(${numbers.join(",")}),(${list}))`;
}
