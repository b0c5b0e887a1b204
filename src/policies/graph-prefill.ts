import { ELEMENT, graphBytes } from "./graph-builder.js";
import { cacheElement, decoderConstants, modelBytes } from "./graph-decoder.js";
import type { GraphNode, ModelGraph } from "./graph-file.js";
import type { ModelLayout } from "./model-layout.js";

/** The nodes that any of `wanted` depends on, in their order; all of them where one holds a graph of its own. */
function neededNodes(nodes: readonly GraphNode[], wanted: readonly string[]): readonly GraphNode[] {
  if (nodes.some((node) => node.nests)) return nodes;
  const names = new Set(wanted);
  const needed = nodes.toReversed().filter((node) => {
    const isNeeded = node.outputs.some((name) => names.has(name));
    if (isNeeded) for (const name of node.inputs) names.add(name);
    return isNeeded;
  });
  return needed.reverse();
}

/**
 * The decoder without what only its logits need: the last layer's feed-forward block and the matrix of the vocabulary,
 * which ONNX Runtime would compute though nobody fetches them. Inputs are the decoder's own, outputs its cache.
 */
export function prefillModel(model: ModelGraph, layout: ModelLayout): Uint8Array {
  const cache = layout.cache.map(({ output, heads, headDim, type }) => ({
    name: output,
    element: cacheElement(type),
    shape: [null, heads, null, headDim],
  }));
  const nodes = neededNodes(
    model.nodes,
    cache.map(({ name }) => name),
  );
  const read = new Set(nodes.flatMap((node) => node.inputs));
  const grid = ["input_ids", "attention_mask", ...(layout.takesPositions ? ["position_ids"] : [])];
  const inputs = [
    ...grid.map((name) => ({ name, element: ELEMENT.int64, shape: [null, null] })),
    ...layout.cache.map(({ input, heads, headDim, type }) => ({
      name: input,
      element: cacheElement(type),
      shape: [null, heads, null, headDim],
    })),
  ];
  const isKept = (name: string): boolean => read.has(name) || nodes.some((node) => node.nests);
  const kept = { ...model, weights: model.weights.filter(({ name }) => isKept(name)) };
  const bytes = nodes.map((node) => node.bytes);
  return modelBytes(model, graphBytes(bytes, decoderConstants(kept, layout, 1), inputs, cache));
}
