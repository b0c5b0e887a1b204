import type { Decoding } from "../core/policy.js";
import { type EdgeValue, ELEMENT, type GraphBuilder } from "./graph-builder.js";

/** What a decoding asks of a distribution: each costs less than the next. */
export type DecodingKind = "greedy" | "plain" | "scaled" | "cut";

export function decodingKind({ temperature, topK, topP }: Decoding): DecodingKind {
  if (temperature === 0) return "greedy";
  if (topK > 0 || topP < 1) return "cut";
  return temperature === 1 ? "plain" : "scaled";
}

const TEMPERATURE: EdgeValue = { name: "tree.temperature", element: ELEMENT.double, shape: [] };
const TOP_K: EdgeValue = { name: "tree.top_k", element: ELEMENT.int64, shape: [1] };
const TOP_P: EdgeValue = { name: "tree.top_p", element: ELEMENT.double, shape: [] };

/** Inputs that carry a decoding's numbers: a top-k of at least 1, a top-p of ∞ where nothing is to be cut. */
export function decodingEdges(kind: DecodingKind): readonly EdgeValue[] {
  if (kind === "cut") return [TEMPERATURE, TOP_K, TOP_P];
  return kind === "scaled" ? [TEMPERATURE] : [];
}

/** Next-token distributions, one a row: [rows, vocabulary] in double precision, nats below the row's best token. */
export interface GraphDistribution {
  readonly below: string;
  /** exp(below). */
  readonly mass: string;
  /** log Σ mass, [rows]; NaN where a logit is NaN or +∞, or where all are −∞. */
  readonly logTotal: string;
}

function withTotal(graph: GraphBuilder, below: string): GraphDistribution {
  const mass = graph.add("Exp", [below]);
  const total = graph.add("ReduceSum", [mass, graph.int64([1])], { keepdims: 0 });
  return { below, mass, logTotal: graph.add("Log", [total]) };
}

/** @param logits [rows, vocabulary], of any float type */
export function fullDistribution(graph: GraphBuilder, logits: string): GraphDistribution {
  const wide = graph.add("Cast", [logits], { to: ELEMENT.double });
  return withTotal(graph, graph.add("Sub", [wide, graph.highest(wide, 1)]));
}

/**
 * Ids by falling logit, equal ones by id; then the first top-k of them; of these, the first that hold the mass
 * top-p.
 */
function cut(graph: GraphBuilder, below: string): string {
  const shape = graph.add("Shape", [below]);
  const width = graph.add("Gather", [shape, graph.int64([1])]);
  const kept = graph.add("Min", [TOP_K.name, width]);
  const [values, ids] = graph.addMany("TopK", [below, kept], 2, { axis: 1 }) as [string, string];
  const total = graph.add("ReduceSum", [graph.add("Exp", [values]), graph.int64([1])]);
  const chances = graph.add("Exp", [graph.add("Sub", [values, graph.add("Log", [total])])]);
  const before = graph.add("CumSum", [chances, graph.int64(1)], { exclusive: 1 });
  const never = graph.double(-Infinity);
  const left = graph.add("Where", [graph.add("Less", [before, TOP_P.name]), values, never]);
  return graph.add("ScatterElements", [graph.add("Expand", [never, shape]), ids, left], { axis: 1 });
}

/** What a decoding draws from: temperature first, then top-k, then top-p. Greedy decoding has no use for it. */
export function decodedDistribution(
  graph: GraphBuilder,
  full: GraphDistribution,
  kind: Exclude<DecodingKind, "greedy">,
): GraphDistribution {
  if (kind === "plain") return full;
  const scaled = graph.add("Div", [full.below, TEMPERATURE.name]);
  return withTotal(graph, kind === "cut" ? cut(graph, scaled) : scaled);
}

/** log-probabilities at flat places `row × vocabulary + token`; `rows` says the row of each. */
export function logProbsAt(graph: GraphBuilder, from: GraphDistribution, places: string, rows: string): string {
  const flat = graph.add("Reshape", [from.below, graph.int64([-1])]);
  return graph.add("Sub", [graph.add("Gather", [flat, places]), graph.add("Gather", [from.logTotal, rows])]);
}

/** The best token of each row, the lower id of equal ones: [rows] int64. */
export function bestTokens(graph: GraphBuilder, full: GraphDistribution): string {
  return graph.add("ArgMax", [full.below], { axis: 1, keepdims: 0 });
}

/** How many numbers of each row, [rows, width] rising, are at most the row's target: [rows] int64. */
function passed(graph: GraphBuilder, numbers: string, targets: string): string {
  const reached = graph.add("LessOrEqual", [numbers, graph.add("Unsqueeze", [targets, graph.int64([1])])]);
  // Counted in single precision, which is faster, and exact up to 2²⁴.
  const counted = graph.add("Cast", [reached], { to: ELEMENT.float });
  return graph.add("Cast", [graph.add("ReduceSum", [counted, graph.int64([1])], { keepdims: 0 })], {
    to: ELEMENT.int64,
  });
}

/** Tokens that are searched together: about the root of a vocabulary, so that two short searches find a token. */
const BLOCK = 64;

/** The token at each uniform of the cumulative distribution in its row, tokens in the order of their ids: int64. */
export function tokensAt(graph: GraphBuilder, from: GraphDistribution, uniforms: string, rows: string): string {
  const sums = graph.add("CumSum", [from.mass, graph.int64(1)]);
  const whole = graph.add("Gather", [sums, graph.int64(-1)], { axis: 1 });
  const targets = graph.add("Mul", [uniforms, graph.add("Gather", [whole, rows])]);
  const width = graph.add("Gather", [graph.add("Shape", [sums]), graph.int64([1])]);
  const short = graph.add("Mod", [graph.add("Neg", [width]), graph.int64([BLOCK])]);
  const pads = graph.add("Concat", [graph.int64([0, 0, 0]), short], { axis: 0 });
  const padded = graph.add("Pad", [sums, pads, graph.double(Infinity)]);
  const blocks = graph.add("Reshape", [padded, graph.int64([0, -1, BLOCK])]);
  const ends = graph.add("Gather", [blocks, graph.int64(BLOCK - 1)], { axis: 2 });
  const count = graph.add("Gather", [graph.add("Shape", [ends]), graph.int64(1)]);
  const last = (number: string): string => graph.add("Sub", [number, graph.int64(1)]);
  const block = graph.add("Min", [passed(graph, graph.add("Gather", [ends, rows]), targets), last(count)]);
  const flat = graph.add("Reshape", [padded, graph.int64([-1, BLOCK])]);
  const own = graph.add("Gather", [flat, graph.add("Add", [graph.add("Mul", [rows, count]), block])]);
  const token = graph.add("Add", [graph.add("Mul", [block, graph.int64(BLOCK)]), passed(graph, own, targets)]);
  return graph.add("Min", [token, last(width)]);
}
