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

/** Inputs of layouts that this tool does not call, with what helps. */
const ELSEWHERE: readonly (readonly [name: string, expected: string])[] = [
  ["use_cache_branch", "a decoder without use_cache_branch, as Optimum 1.14 or later exports it"],
  ["inputs_embeds", "a decoder that takes input_ids, not inputs_embeds: one graph for embedding and layers"],
  ["encoder_hidden_states", "a decoder alone, not one behind an encoder"],
];

/** Tensors as a message lists them: those whose names differ in numbers alone stand together. */
function listed(tensors: readonly TensorDescription[]): string {
  const kinds = new Map<string, { readonly first: TensorDescription; count: number }>();
  for (const tensor of tensors) {
    const name = tensor.name.replaceAll(/\d+/g, "N");
    const kind = kinds.get(name);
    if (kind === undefined) kinds.set(name, { first: tensor, count: 1 });
    else kind.count += 1;
  }
  const parts = [...kinds].map(([name, { first, count }]) => {
    const shape = `${first.type} [${first.shape.join(", ")}]`;
    return count === 1 ? `${first.name} ${shape}` : `${count} of ${name} ${shape}`;
  });
  return parts.join(", ") || "none";
}

/** The layout of a model from what its session says of itself. Throws a Fault that lists what was found. */
export function readLayout(
  file: string,
  inputs: readonly TensorDescription[],
  outputs: readonly TensorDescription[],
): ModelLayout {
  const wrong = (expected: string, found?: string): never => {
    const all = `inputs ${listed(inputs)}; outputs ${listed(outputs)}`;
    throw new Fault({ where: file, expected, got: found === undefined ? all : `${found}; ${all}` });
  };
  const isFloat = (type: string): type is CacheEntry["type"] => type === "float32" || type === "float16";
  const inputNames = inputs.map((input) => input.name);
  const isKnown = (name: string): boolean =>
    ["input_ids", "attention_mask", "position_ids", ...LOGITS_TO_KEEP].includes(name) || name.startsWith(PAST);

  const elsewhere = ELSEWHERE.find(([name]) => inputNames.includes(name));
  if (elsewhere !== undefined) wrong(elsewhere[1]);
  for (const name of ["input_ids", "attention_mask"]) {
    if (!inputNames.includes(name)) wrong(`an input ${name}`);
  }
  for (const { name, type } of inputs) {
    if (!name.startsWith(PAST) && isKnown(name) && type !== "int64") wrong(`${name} as int64`, type);
  }
  const unknown = inputNames.filter((name) => !isKnown(name));
  if (unknown.length > 0) wrong("only inputs of the transformers.js layout", `also ${unknown.join(", ")}`);
  const logits = outputs.find((output) => output.name === "logits");
  if (logits === undefined) return wrong("an output logits");
  if (!isFloat(logits.type)) wrong("logits as float32 or float16", logits.type);
  if (logits.shape.length !== 3) wrong("logits [batch, positions, vocabulary]", quote(logits.shape));

  const cache = inputs
    .filter((input) => input.name.startsWith(PAST))
    .map(({ name, type, shape }): CacheEntry => {
      const entry = name.slice(PAST.length);
      const output = `${PRESENT}${entry}`;
      if (!outputs.some((one) => one.name === output)) wrong(`an output ${output} for ${name}`);
      const [, heads, , headDim] = shape;
      if (shape.length !== 4 || typeof heads !== "number" || typeof headDim !== "number") {
        return wrong(`${name} [batch, heads, past, head size] with fixed heads and head size`, quote(shape));
      }
      if (!isFloat(type)) return wrong(`${name} as float32 or float16`, type);
      return { entry, input: name, output, heads, headDim, type };
    });
  if (cache.length === 0) wrong(`cache inputs ${PAST}N.key and ${PAST}N.value (Optimum: text-generation-with-past)`);
  const width = logits.shape[2];
  return {
    cache,
    takesPositions: inputNames.includes("position_ids"),
    logitsToKeep: LOGITS_TO_KEEP.find((name) => inputNames.includes(name)) ?? null,
    vocabulary: typeof width === "number" ? width : null,
  };
}
