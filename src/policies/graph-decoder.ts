import { type EdgeValue, ELEMENT, type GraphBuilder, int64Bytes, PREFIX, tensorBytes } from "./graph-builder.js";
import type { ModelGraph } from "./graph-file.js";
import { bytesField } from "./graph-wire.js";
import type { ModelLayout } from "./model-layout.js";

/** Name of a graph's input for one layer of the prompts' cache, [prompts, heads, length, headDim]. */
export function promptCache(entry: string): string {
  return `prompt.${entry}`;
}

/** Names that programs use beside the model's own. */
const OWN_NAMES = new Set([
  ...["cache_rows", "lengths", "last_tokens", "owners", "uniforms", "end_tokens", "targets"],
  ...["temperature", "top_k", "top_p", "iteration", "going", "samples", "beginnings", "positions"],
]);

function takenName(model: ModelGraph): string | undefined {
  const names = [...model.weights.map(({ name }) => name), ...model.nodes.flatMap((node) => node.outputs)];
  return names.find((name) => OWN_NAMES.has(name) || name.startsWith(PREFIX) || name.startsWith(promptCache("")));
}

/** Why programs cannot be made of this model; null when they can. */
export function reasonAgainst(model: ModelGraph, layout: ModelLayout): string | null {
  const taken = new Set(["input_ids", "attention_mask", "position_ids", ...layout.cache.map((entry) => entry.input)]);
  const unknown = model.inputs.filter((name) => !taken.has(name) && name !== layout.logitsToKeep);
  const lacking = ["logits", ...layout.cache.map((entry) => entry.output)].filter(
    (name) => !model.outputs.includes(name),
  );
  if (unknown.length > 0) return `its graph has inputs that are not known: ${unknown.join(", ")}`;
  if (lacking.length > 0) return `its graph has no output ${lacking.join(", ")}`;
  if (model.operatorSet < 13) return `its operators are of set ${model.operatorSet}, older than 13`;
  const clash = takenName(model);
  if (clash !== undefined) return `its graph calls a tensor ${clash}, as programs do`;
  if (model.hasSparseWeights) return "it has sparse weights, which cannot be referred to where they are";
  return null;
}

/** Attention that takes each row's keys to lie side by side: a hole in the mask would be read as the row's end. */
const NO_HOLES = new Set(["GroupQueryAttention", "Attention", "PagedAttention", "SparseAttention"]);

/** Whether prompts of unlike length can share a run: each row must be told its positions and what it must not see. */
export function canPad(model: ModelGraph, layout: ModelLayout): boolean {
  return layout.takesPositions && model.nodes.every((node) => !NO_HOLES.has(node.operator));
}

export function cacheElement(type: "float32" | "float16"): EdgeValue["element"] {
  return type === "float32" ? ELEMENT.float : ELEMENT.float16;
}

/** The cache of all prompts, as a graph's inputs. */
export function promptCacheEdges(layout: ModelLayout): readonly EdgeValue[] {
  return layout.cache.map(({ entry, heads, headDim, type }) => ({
    name: promptCache(entry),
    element: cacheElement(type),
    shape: [null, heads, null, headDim],
  }));
}

/** Constants of the model, and how many of the last positions it gives logits for (0 is all), where it takes that. */
export function decoderConstants(model: ModelGraph, layout: ModelLayout, logitsToKeep: number): readonly Buffer[] {
  const keep = layout.logitsToKeep;
  const told = keep === null ? [] : [tensorBytes(keep, ELEMENT.int64, [], int64Bytes([logitsToKeep]))];
  return [...model.weights.map((weight) => weight.bytes), ...told];
}

/** int64 [rows, width]: 1 where a cache of `width` places holds one of a row's `lengths` tokens. */
export function maskOf(graph: GraphBuilder, lengths: string, width: string): string {
  const places = graph.add("Range", [graph.int64(0), width, graph.int64(1)]);
  const column = graph.add("Unsqueeze", [lengths, graph.int64([1])]);
  return graph.add("Cast", [graph.add("Less", [places, column])], { to: ELEMENT.int64 });
}

/** Places of the prompts' cache: a scalar. */
export function cacheWidth(graph: GraphBuilder, layout: ModelLayout): string {
  const [first] = layout.cache;
  const shape = graph.add("Shape", [promptCache(first?.entry ?? "")]);
  return graph.add("Gather", [shape, graph.int64(2)]);
}

/** A ModelProto: a graph under the versions and operator sets of the model it comes from. */
export function modelBytes(model: ModelGraph, graph: Uint8Array): Buffer {
  return Buffer.concat([model.prelude, bytesField(7, graph)]);
}
