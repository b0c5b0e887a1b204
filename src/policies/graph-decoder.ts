import { type EdgeValue, ELEMENT, type Element, int64Bytes, PREFIX, tensorBytes } from "./graph-builder.js";
import type { GraphNode, ModelGraph } from "./graph-file.js";
import { bytesField } from "./graph-wire.js";
import type { ModelLayout } from "./model-layout.js";

/** Name of a program's input for one layer of what was read before, [1, heads, places, headDim]. */
export function treeCache(entry: string): string {
  return `tree.${entry}`;
}

function takenName(model: ModelGraph): string | undefined {
  const names = [...model.weights.map(({ name }) => name), ...model.nodes.flatMap((node) => node.outputs)];
  return names.find((name) => name.startsWith(PREFIX) || name.startsWith(treeCache("")));
}

/** Why no program can be made of this model; null when one can. */
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

export function cacheElement(type: "float32" | "float16"): Element {
  return type === "float32" ? ELEMENT.float : ELEMENT.float16;
}

/** One row of the cache of every layer under the names that `nameOf` gives them. */
export function cacheEdges(
  layout: ModelLayout,
  nameOf: (entry: ModelLayout["cache"][number]) => string,
): readonly EdgeValue[] {
  return layout.cache.map((entry) => ({
    name: nameOf(entry),
    element: cacheElement(entry.type),
    shape: [null, entry.heads, null, entry.headDim],
  }));
}

/** Constants of the model; where it takes a number of positions to give logits for, that of all. */
export function decoderConstants(model: ModelGraph, layout: ModelLayout): readonly Buffer[] {
  const keep = layout.logitsToKeep;
  const told = keep === null ? [] : [tensorBytes(keep, ELEMENT.int64, [], int64Bytes([0]))];
  return [...model.weights.map((weight) => weight.bytes), ...told];
}

/** The nodes that any of `wanted` depends on, in their order. */
export function neededNodes(nodes: readonly GraphNode[], wanted: readonly string[]): readonly GraphNode[] {
  const names = new Set(wanted);
  const needed = nodes.toReversed().filter((node) => {
    const isNeeded = node.outputs.some((name) => names.has(name));
    if (isNeeded) for (const name of node.inputs) names.add(name);
    return isNeeded;
  });
  return needed.reverse();
}

/** A ModelProto: a graph under the versions and operator sets of the model it comes from. */
export function modelBytes(model: ModelGraph, graph: Uint8Array): Buffer {
  return Buffer.concat([model.prelude, bytesField(7, graph)]);
}
