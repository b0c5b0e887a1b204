import { Fault } from "../core/fault.js";
import { jsonText, parseJsonExactly } from "./problem-json.js";
import type { ProgramTest } from "./problem-shape.js";

type Fields = Readonly<Record<string, unknown>>;

/** One test as its row has it, whatever the form. */
interface Draft {
  readonly field: string;
  readonly input: unknown;
  readonly output: unknown;
  readonly functionName: unknown;
  /** Calls a function; null when the form does not say. */
  readonly isFunctional: boolean | null;
}

const LOST = "preparation scripts lose it";

/** The tests of a row. `at` makes a place of a field. Throws a Fault. */
export function problemTests(row: Fields, starterCode: string, at: (field: string) => string): readonly ProgramTest[] {
  const tests = typeof row["tests"] === "string" ? parse(row["tests"], at("tests")) : row["tests"];
  const metadata =
    typeof row["metadata"] === "string" ? parse(row["metadata"] || "{}", at("metadata")) : row["metadata"];
  const rowName = nameIn(metadata);
  const drafts = Array.isArray(tests) ? listed(tests, rowName, at) : paired(tests, rowName, at);
  if (drafts.length === 0) throw fault(at("tests"), "at least one test", tests);
  return drafts.map((draft) => testOf(draft, starterCode, at));
}

/** `[{input, output, testtype, metadata}]`, or with `type` and `fn_name` a test. */
function listed(tests: readonly unknown[], rowName: unknown, at: (field: string) => string): readonly Draft[] {
  return tests.map((test, i): Draft => {
    const field = `tests[${i}]`;
    if (!isFields(test)) throw fault(at(field), "an object with input and output", test);
    for (const part of ["input", "output"])
      if (!(part in test)) throw fault(at(`${field}.${part}`), "a value", undefined);
    const type = test["testtype"] ?? test["type"] ?? null;
    if (type !== null && !["stdin", "stdin_stdout", "functional", "function_call"].includes(String(type))) {
      const field_ = `${field}.${"testtype" in test ? "testtype" : "type"}`;
      throw fault(at(field_), "stdin, stdin_stdout, functional or function_call", type);
    }
    const isFunctional = type === null ? null : String(type).startsWith("func");
    const functionName = test["fn_name"] ?? nameIn(test["metadata"]) ?? (isFunctional === false ? null : rowName);
    return { field, input: test["input"], output: test["output"], functionName, isFunctional };
  });
}

/** `{inputs, outputs, fn_name}`. */
function paired(tests: unknown, rowName: unknown, at: (field: string) => string): readonly Draft[] {
  if (!isFields(tests)) throw fault(at("tests"), "a list of tests, or an object with inputs and outputs", tests);
  const { inputs, outputs } = tests;
  if (!Array.isArray(inputs)) throw fault(at("tests.inputs"), "a list", inputs);
  if (!Array.isArray(outputs) || outputs.length !== inputs.length) {
    const got = Array.isArray(outputs) ? `${outputs.length}` : outputs;
    throw fault(at("tests.outputs"), `a list of ${inputs.length}`, got);
  }
  const functionName = tests["fn_name"] ?? rowName;
  return inputs.map((input: unknown, i): Draft => {
    return { field: `tests.inputs[${i}]`, input, output: outputs[i], functionName, isFunctional: null };
  });
}

function testOf(draft: Draft, starterCode: string, at: (field: string) => string): ProgramTest {
  const { field, input, output, functionName } = draft;
  if (functionName !== null && (typeof functionName !== "string" || !/^[A-Za-z_]\w*$/.test(functionName))) {
    throw fault(at(`${field}: fn_name`), "the name of a function", functionName);
  }
  if (functionName === null) {
    // What only a function can have, without its name.
    const betrayed = draft.isFunctional || starterCode.trim() !== "" || !(isText(input) && isText(output));
    if (draft.isFunctional !== false && betrayed) {
      throw fault(at(`${field}: fn_name`), `the name of the function that the test calls (${LOST})`, undefined);
    }
    return { kind: "stdin", input: textOf(input, at(field)), expected: textOf(output, at(`${field}: output`)) };
  }
  if (draft.isFunctional === false) {
    return { kind: "stdin", input: textOf(input, at(field)), expected: textOf(output, at(`${field}: output`)) };
  }
  const args = Array.isArray(input) ? input : typeof input === "string" ? valuesOf(input, at(field)) : [input];
  // Beside a list of arguments an output is a value already; beside lines of JSON it is JSON.
  const expected = typeof output === "string" && !Array.isArray(input) ? parse(output, at(`${field}: output`)) : output;
  return { kind: "functional", functionName, args, expected };
}

/** One JSON value a line. */
function valuesOf(lines: string, where: string): readonly unknown[] {
  return lines
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => parse(line, where));
}

/** A text, or its lines. */
function isText(value: unknown): boolean {
  return typeof value === "string" || (Array.isArray(value) && value.every((line) => typeof line === "string"));
}

function textOf(value: unknown, where: string): string {
  if (typeof value === "string") return value;
  if (!isText(value)) throw fault(where, "a text, or a list of lines", value);
  return (value as readonly string[]).map((line) => `${line}\n`).join("");
}

function nameIn(metadata: unknown): unknown {
  return isFields(metadata) ? (metadata["func_name"] ?? metadata["fn_name"] ?? null) : null;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parse(text: string, where: string): unknown {
  try {
    return parseJsonExactly(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Fault({ where, expected: "JSON", got: `text that is none (${reason})` });
  }
}

const SHOWN = 60;

function fault(where: string, expected: string, got: unknown): Fault {
  const text = got === undefined ? "nothing" : jsonText(got);
  return new Fault({ where, expected, got: text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…` });
}
