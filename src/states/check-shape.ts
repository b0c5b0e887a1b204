import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { quote } from "../core/fault.js";
import type { Defect, Task } from "../core/task.js";
import type { Instance, Snapshot } from "../core/trajectory.js";
import { headSchema, trajectorySchema } from "./schemas.js";
import type { TrajectoryLine } from "./trajectory-line.js";

/** A line of the right shape, or its first defect, in a field named from the line's root. */
export type Shape<I extends Instance, S extends Snapshot> =
  | { readonly sound: TrajectoryLine<I, S> }
  | { readonly defect: Defect };

/** Compiles the schemas of a task once, then tells the shape of any number of parsed lines. */
export function shapeChecker<I extends Instance, S extends Snapshot>(
  task: Task<I, S>,
): (value: unknown) => Shape<I, S> {
  const ajv = new Ajv2020({ verbose: true });
  // Of a line made for another task or version only that is worth saying, so the head is checked before the rest.
  const isHead = ajv.compile(headSchema(task.name));
  const isLine = ajv.compile<TrajectoryLine<I, S>>(trajectorySchema(task));
  return (value) => {
    if (!isHead(value)) return { defect: inWords(isHead.errors?.[0]) };
    return isLine(value) ? { sound: value } : { defect: inWords(isLine.errors?.[0]) };
  };
}

function inWords(error: ErrorObject | undefined): Defect {
  if (error === undefined) throw new TypeError("ajv refused a line without an error");
  const path = fieldPath(error.instancePath);
  const missing: unknown = error.params.missingProperty;
  if (typeof missing === "string") {
    const because = error.keyword === "dependentRequired" ? `, as ${error.params.property} is there` : "";
    return { field: path === "" ? missing : `${path}.${missing}`, expected: `a value${because}`, got: "nothing" };
  }
  return { field: path, expected: expectation(error), got: shown(error.data) };
}

/** `/turns/3/snapshot/position` as `turns[3].snapshot.position`. */
function fieldPath(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part, i) => (/^\d+$/.test(part) ? `[${part}]` : i === 0 ? part : `.${part}`))
    .join("");
}

function expectation({ keyword, params, parentSchema }: ErrorObject): string {
  switch (keyword) {
    case "type":
      return named(params.type);
    case "const":
      return quote(params.allowedValue);
    case "enum":
      return params.allowedValues.map(quote).join(" or ");
    case "minLength":
      return "a text that is not empty";
    case "minItems":
      return `at least ${params.limit} item${params.limit === 1 ? "" : "s"}`;
    case "maxItems":
      return `at most ${params.limit} items`;
    case "minimum":
      return `a number of at least ${params.limit}`;
    case "maximum":
      return `a number of at most ${params.limit}`;
    case "exclusiveMinimum":
      return `a number above ${params.limit}`;
    case "pattern":
      return parentSchema?.description ?? `a text that matches ${params.pattern}`;
    default:
      return `a value that passes ${keyword} ${quote(params)}`;
  }
}

function named(type: string): string {
  const names = new Map([
    ["string", "a text"],
    ["object", "an object"],
    ["array", "a list"],
    ["integer", "a whole number"],
    ["boolean", "true or false"],
  ]);
  return names.get(type) ?? `a ${type}`;
}

/** JSON text can hold numbers that overflow to an infinity, which JSON cannot show. */
function shown(value: unknown): string {
  return typeof value === "number" && !Number.isFinite(value) ? `${value}` : quote(value);
}
