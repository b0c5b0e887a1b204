import type { GraphNode, ModelGraph } from "./graph-file.js";

/** What lies between a decoder's layers and its logits: the matrix of the vocabulary, and what is done around it. */
export interface DecoderHead {
  /** The one tensor it reads, [1, tokens, any]. */
  readonly input: string;
  readonly nodes: ReadonlySet<GraphNode>;
}

/** Weights of at least this many numbers in two dimensions or more are matrices, not scales or shapes. */
const MATRIX_NUMBERS = 1024;

/** Tensors that hold no more than the weights do, and those of them that hold a matrix. */
function constantsOf({ weights, nodes }: ModelGraph) {
  const constants = new Set(weights.map(({ name }) => name));
  const isMatrix = ({ dims }: (typeof weights)[number]): boolean =>
    dims.length > 1 && dims.reduce((product, dim) => product * dim, 1) >= MATRIX_NUMBERS;
  const matrices = new Set(weights.filter(isMatrix).map(({ name }) => name));
  for (const { inputs, outputs } of nodes) {
    if (!inputs.every((name) => name === "" || constants.has(name))) continue;
    for (const name of outputs) {
      constants.add(name);
      if (inputs.some((input) => matrices.has(input))) matrices.add(name);
    }
  }
  return { constants, matrices };
}

/**
 * The shortest end of a decoder that reads one tensor and holds the first matrix met on the way back from the logits;
 * where there is none, no nodes behind the logits themselves.
 */
export function decoderHead(model: ModelGraph): DecoderHead {
  const { constants, matrices } = constantsOf(model);
  const nodes = new Set<GraphNode>();
  const needed = new Set(["logits"]);
  let hasMatrix = false;
  for (const node of model.nodes.toReversed()) {
    if (!node.outputs.some((name) => needed.has(name))) continue;
    if (hasMatrix && needed.size === 1) break;
    for (const name of node.outputs) needed.delete(name);
    for (const name of node.inputs) if (name !== "" && !constants.has(name)) needed.add(name);
    nodes.add(node);
    hasMatrix ||= node.inputs.some((name) => matrices.has(name));
  }
  const [input, ...others] = needed;
  const isCut = hasMatrix && others.length === 0 && input !== undefined && !model.inputs.includes(input);
  const readElsewhere = model.nodes.some((node) => !nodes.has(node) && node.inputs.includes(input ?? ""));
  return isCut && !readElsewhere ? { input, nodes } : { input: "logits", nodes: new Set() };
}
