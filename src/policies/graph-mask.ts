import { type GraphNode, type ModelGraph, readModelGraph, wholeAttribute } from "./graph-file.js";

/** A place where a decoder reads which tokens see which: input `slot` of a node. */
export interface MaskPlace {
  readonly node: GraphNode;
  readonly slot: number;
  readonly tensor: string;
}

/** The kernel of ONNX Runtime that masks and rotates by itself, and where it takes positions and a bias. */
const GROUPED = "GroupQueryAttention";
export const GROUPED_SLOT = { lengths: 5, total: 6, cosines: 7, sines: 8, positions: 9, bias: 10 } as const;

/** Kernels that mask by themselves and cannot be told otherwise. */
const CLOSED = new Set(["PagedAttention", "SparseAttention", "MultiHeadAttention", "DecoderMaskedMultiHeadAttention"]);

/** Nodes of the kernel that takes a bias beside its own mask. */
export function groupedNodes(model: ModelGraph): readonly GraphNode[] {
  return model.nodes.filter((node) => node.operator === GROUPED);
}

/** Whether the decoder in `file` takes one row of several tokens behind a cache, no more; true when its graph cannot be read. */
export function takesOneRow(file: string): boolean {
  try {
    return groupedNodes(readModelGraph(file)).length > 0;
  } catch (error) {
    if (error instanceof RangeError) return true;
    throw error;
  }
}

/** The kernel turns queries and keys by positions that it counts by itself, unless it is told them. */
export function rotates(node: GraphNode): boolean {
  return wholeAttribute(node, "do_rotary") === 1;
}

/**
 * Where attention meets the mask: inputs that come from `attention_mask` alone, of nodes that read what comes from tokens
 * too. How many tokens there are does not count as coming from them.
 */
export function maskPlaces(model: ModelGraph): readonly MaskPlace[] {
  const fromTokens = new Set(
    model.inputs.filter((name) => name === "input_ids" || name.startsWith("past_key_values.")),
  );
  const fromMask = new Set(["attention_mask"]);
  const places: MaskPlace[] = [];
  for (const node of model.nodes) {
    const readsTokens = node.inputs.some((name) => fromTokens.has(name));
    const isCount = node.operator === "Shape" || node.operator === "Size";
    if (readsTokens && !isCount) {
      for (const [slot, tensor] of node.inputs.entries()) {
        const isOwn = node.operator === GROUPED && (slot === GROUPED_SLOT.lengths || slot === GROUPED_SLOT.total);
        if (fromMask.has(tensor) && !isOwn) places.push({ node, slot, tensor });
      }
      for (const name of node.outputs) fromTokens.add(name);
    } else if (!isCount && node.inputs.some((name) => fromMask.has(name))) {
      for (const name of node.outputs) fromMask.add(name);
    }
  }
  return places;
}

/**
 * Tensors that meet what comes from tokens and follow from how many tokens there are, whatever is masked: among shapes and
 * the like, masks that a decoder makes for itself.
 */
export function countedTensors(model: ModelGraph): readonly string[] {
  const fromTokens = new Set(model.inputs);
  const counted = new Set<string>();
  const met = new Set<string>();
  for (const node of model.nodes) {
    const isCount = node.operator === "Shape" || node.operator === "Size";
    const readsTokens = !isCount && node.inputs.some((name) => fromTokens.has(name));
    if (readsTokens) for (const name of node.inputs) if (counted.has(name)) met.add(name);
    const kind = readsTokens ? fromTokens : counted;
    if (readsTokens || isCount || node.inputs.some((name) => counted.has(name))) {
      for (const name of node.outputs) kind.add(name);
    }
  }
  return [...met];
}

/** Kernels that round by all that is read together: what one reply gets would depend on the others. */
const ROUNDS_TOGETHER = new Set(["DynamicQuantizeLinear", "DynamicQuantizeMatMul", "DynamicQuantizeLSTM"]);

/** Why this decoder cannot be told which tokens see which; null when it can. */
export function reasonAgainstTrees(model: ModelGraph, takesPositions: boolean): string | null {
  const closed = model.nodes.find((node) => CLOSED.has(node.operator));
  const grouped = groupedNodes(model);
  if (closed !== undefined) return `its attention is a kernel ${closed.operator}, which has a mask of its own`;
  const together = model.nodes.find((node) => ROUNDS_TOGETHER.has(node.operator));
  if (together !== undefined) return `its kernel ${together.operator} rounds by all that is read together`;
  if (grouped.some((node) => (node.inputs[GROUPED_SLOT.bias] ?? "") !== ""))
    return "its attention has a bias of its own";
  if (model.nodes.some((node) => node.nests)) return "it holds graphs of its own";
  if (grouped.some((node) => (wholeAttribute(node, "local_window_size") ?? -1) >= 0))
    return "it sees a window of tokens";
  if (!takesPositions && !(grouped.length > 0 && grouped.every(rotates))) return "it cannot be told positions";
  if (grouped.length === 0 && maskPlaces(model).length === 0) return "it reads its mask in no place that is known";
  return null;
}
