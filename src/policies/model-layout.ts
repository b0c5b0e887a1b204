import { Fault, quote } from "../core/fault.js";

/** A tensor as a session's metadata describes it: symbolic dimensions are strings. */
export interface TensorDescription {
  readonly name: string;
  readonly type: string;
  readonly shape: readonly (number | string)[];
}

/** One key or value tensor of the cache. */
export interface CacheEntry {
  readonly entry: string;
  readonly input: string;
  readonly output: string;
  readonly heads: number;
  readonly headDim: number;
  readonly type: "float32" | "float16";
}

/** How a decoder wants to be called: the transformers.js / onnx-community layout. */
export interface ModelLayout {
  readonly cache: readonly CacheEntry[];
  readonly takesPositions: boolean;
  /** Scalar input that limits the logits to the last n positions (0 = all), when the model has one. */
  readonly logitsToKeep: string | null;
  /** Width of the logits; null when the graph leaves it symbolic. */
  readonly vocabulary: number | null;
}

const PAST = "past_key_values.";
const PRESENT = "present.";
const LOGITS_TO_KEEP = ["num_logits_to_keep", "logits_to_keep"];

/** The layout of a model from what its session says of itself. Throws a Fault that lists what was found. */
export function readLayout(
  file: string,
  inputs: readonly TensorDescription[],
  outputs: readonly TensorDescription[],
): ModelLayout {
  const wrong = (expected: string, got: string): never => {
    throw new Fault({ where: file, expected, got });
  };
  const inputNames = inputs.map((input) => input.name);
  const outputNames = outputs.map((output) => output.name);
  const isKnown = (name: string): boolean =>
    ["input_ids", "attention_mask", "position_ids", ...LOGITS_TO_KEEP].includes(name) || name.startsWith(PAST);
  for (const name of ["input_ids", "attention_mask"]) {
    if (!inputNames.includes(name)) wrong(`an input ${name}`, `inputs ${inputNames.join(", ")}`);
  }
  for (const { name, type } of inputs) {
    if (!name.startsWith(PAST) && isKnown(name) && type !== "int64") wrong(`${name} as int64`, type);
  }
  const unknown = inputNames.filter((name) => !isKnown(name));
  if (unknown.length > 0) wrong("only inputs of the transformers.js layout", `also ${unknown.join(", ")}`);
  const logits = outputs.find((output) => output.name === "logits");
  if (logits === undefined) return wrong("an output logits", `outputs ${outputNames.join(", ")}`);

  const cache = inputs
    .filter((input) => input.name.startsWith(PAST))
    .map((input): CacheEntry => {
      const entry = input.name.slice(PAST.length);
      const output = `${PRESENT}${entry}`;
      if (!outputNames.includes(output)) wrong(`an output ${output} for ${input.name}`, outputNames.join(", "));
      const [, heads, , headDim] = input.shape;
      if (typeof heads !== "number" || typeof headDim !== "number") {
        return wrong(`fixed heads and head size in ${input.name}`, quote(input.shape));
      }
      if (input.type !== "float32" && input.type !== "float16") {
        return wrong(`${input.name} as float32 or float16`, input.type);
      }
      return { entry, input: input.name, output, heads, headDim, type: input.type };
    });
  if (cache.length === 0) wrong(`cache inputs ${PAST}N.key and ${PAST}N.value`, inputNames.join(", "));
  const width = logits.shape[2];
  return {
    cache,
    takesPositions: inputNames.includes("position_ids"),
    logitsToKeep: LOGITS_TO_KEEP.find((name) => inputNames.includes(name)) ?? null,
    vocabulary: typeof width === "number" ? width : null,
  };
}
