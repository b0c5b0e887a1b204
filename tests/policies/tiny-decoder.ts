import { writeFileSync } from "node:fs";
import { basename } from "node:path";
import {
  type EdgeValue,
  ELEMENT,
  type Element,
  graphBuilder,
  graphBytes,
  tensorBytes,
} from "../../src/policies/graph-builder.js";
import { bytesField, numberField } from "../../src/policies/graph-wire.js";

/** Ways in which decoders of the transformers.js layout differ. */
export interface Variant {
  readonly positions?: boolean;
  readonly half?: boolean;
  readonly kvHeads?: number;
  readonly keep?: boolean;
  readonly operatorSet?: number;
  /** Weights lie in a file beside the graph. */
  readonly external?: boolean;
  /** Name of an input that no layout knows. */
  readonly strange?: string;
}

export const TINY_VOCABULARY = 48;
/** After this token every logit is NaN; it is never drawn. */
export const BROKEN_TOKEN = 47;
const WIDTH = 32;
const HEADS = 4;
const HEAD_DIM = 8;
const CONTEXT = 64;

/** Numbers in (−1, 1) that look random and are the same everywhere: a Weyl sequence. */
function numbers(count: number, seed: number): Float32Array {
  return Float32Array.from({ length: count }, (_, index) => 2 * (((index + 1) * 0.618034 + seed * 0.414214) % 1) - 1);
}

function externalBytes(name: string, dims: readonly number[], location: string): Buffer {
  const shape = dims.map((dim) => numberField(1, dim));
  const entry = bytesField(13, Buffer.concat([bytesField(1, "location"), bytesField(2, location)]));
  return Buffer.concat([...shape, numberField(2, ELEMENT.float), bytesField(8, name), entry, numberField(14, 1)]);
}

/** A decoder of one attention layer over token and position embeddings; tokens 2k and 2k + 1 tie in every logit. */
export function writeTinyDecoder(file: string, variant: Variant = {}): void {
  const {
    positions = true,
    half = false,
    kvHeads = HEADS,
    keep = false,
    operatorSet = 18,
    external = false,
    strange,
  } = variant;
  const cache: Element = half ? ELEMENT.float16 : ELEMENT.float;
  const graph = graphBuilder(operatorSet, "tiny/");
  const weights: Buffer[] = [];
  const weight = (values: Float32Array, dims: readonly number[]): string => {
    const name = `w${weights.length}`;
    const raw = new Uint8Array(values.buffer);
    if (external && dims.length > 0) {
      writeFileSync(`${file}_${name}`, raw);
      weights.push(externalBytes(name, dims, `${basename(file)}_${name}`));
    } else weights.push(tensorBytes(name, ELEMENT.float, dims, raw));
    return name;
  };
  const matrix = (rows: number, columns: number, scale: number): string =>
    weight(
      numbers(rows * columns, weights.length + 1).map((value) => value * scale),
      [rows, columns],
    );
  const size = (tensor: string, axis: number): string =>
    graph.add("Gather", [graph.add("Shape", [tensor]), graph.int64(axis)]);
  const unsqueeze = (tensor: string, ...axes: number[]): string => graph.add("Unsqueeze", [tensor, graph.int64(axes)]);

  const past = size("past_key_values.0.key", 2);
  const total = graph.add("Add", [past, size("input_ids", 1)]);
  const queries = graph.add("Range", [past, total, graph.int64(1)]);
  const keys = graph.add("Range", [graph.int64(0), total, graph.int64(1)]);
  const causal = graph.add("LessOrEqual", [unsqueeze(keys, 0), unsqueeze(queries, 1)]);
  const seen = unsqueeze(graph.add("Cast", ["attention_mask"], { to: ELEMENT.bool }), 1, 2);
  const mask = graph.add("And", [causal, seen]);

  const tokens = graph.add("Gather", [matrix(TINY_VOCABULARY, WIDTH, 1), "input_ids"]);
  const places = graph.add("Gather", [matrix(CONTEXT, WIDTH, 0.5), positions ? "position_ids" : queries]);
  const hidden = graph.add("Add", [tokens, places]);
  const project = (heads: number): string => {
    const flat = graph.add("MatMul", [hidden, matrix(WIDTH, heads * HEAD_DIM, 0.3)]);
    const split = graph.add("Reshape", [flat, graph.int64([0, 0, heads, HEAD_DIM])]);
    return graph.add("Transpose", [split], { perm: [0, 2, 1, 3] });
  };
  const query = project(HEADS);
  const [remembered, values] = ["key", "value"].map((kind) => {
    const now = graph.add("Cast", [project(kvHeads)], { to: cache });
    const whole = graph.add("Concat", [`past_key_values.0.${kind}`, now], { axis: 2 });
    graph.rename(whole, `present.0.${kind}`);
    const wide = graph.add("Cast", [whole], { to: ELEMENT.float });
    if (kvHeads === HEADS) return wide;
    const copies = Array<string>(HEADS / kvHeads).fill(unsqueeze(wide, 2));
    return graph.add("Reshape", [graph.add("Concat", copies, { axis: 2 }), graph.int64([0, HEADS, -1, HEAD_DIM])]);
  }) as [string, string];
  const scores = graph.add("MatMul", [query, graph.add("Transpose", [remembered], { perm: [0, 1, 3, 2] })]);
  const hidesAll = weight(Float32Array.of(-1e9), []);
  const shares = graph.add("Softmax", [graph.add("Where", [mask, scores, hidesAll])], { axis: -1 });
  const mixed = graph.add("Transpose", [graph.add("MatMul", [shares, values])], { perm: [0, 2, 1, 3] });
  const flat = graph.add("Reshape", [mixed, graph.int64([0, 0, HEADS * HEAD_DIM])]);
  const breaks = new Float32Array(TINY_VOCABULARY).fill(Number.NaN, BROKEN_TOKEN);
  const broken = graph.add("Gather", [weight(breaks, [TINY_VOCABULARY, 1]), "input_ids"]);
  let last = graph.add("Add", [graph.add("Add", [hidden, flat]), broken]);
  if (keep) {
    const start = graph.add("Neg", [unsqueeze("num_logits_to_keep", 0)]);
    last = graph.add("Slice", [last, start, graph.int64([2 ** 40]), graph.int64([1])]);
  }
  const head = numbers((WIDTH * TINY_VOCABULARY) / 2, 99);
  const paired = Float32Array.from({ length: WIDTH * TINY_VOCABULARY }, (_, index) => head[index >> 1] as number);
  const raw = graph.add("MatMul", [last, weight(paired, [WIDTH, TINY_VOCABULARY])]);
  const bias = new Float32Array(TINY_VOCABULARY).fill(-100, BROKEN_TOKEN - 1);
  const logits = graph.add("Add", [raw, weight(bias, [TINY_VOCABULARY])]);
  graph.rename(graph.add("Cast", [logits], { to: cache }), "logits");

  const edge = (name: string, element: Element, shape: EdgeValue["shape"]): EdgeValue => ({ name, element, shape });
  const kinds = ["key", "value"];
  const inputs = [
    edge("input_ids", ELEMENT.int64, [null, null]),
    edge("attention_mask", ELEMENT.int64, [null, null]),
    ...(positions ? [edge("position_ids", ELEMENT.int64, [null, null])] : []),
    ...(keep ? [edge("num_logits_to_keep", ELEMENT.int64, [])] : []),
    ...(strange === undefined ? [] : [edge(strange, ELEMENT.int64, [])]),
    ...kinds.map((kind) => edge(`past_key_values.0.${kind}`, cache, [null, kvHeads, null, HEAD_DIM])),
  ];
  const results = [
    edge("logits", cache, [null, null, TINY_VOCABULARY]),
    ...kinds.map((kind) => edge(`present.0.${kind}`, cache, [null, kvHeads, null, HEAD_DIM])),
  ];
  const body = graphBytes(graph.nodes, [...weights, ...graph.constants], inputs, results);
  const operators = bytesField(8, Buffer.concat([bytesField(1, ""), numberField(2, operatorSet)]));
  writeFileSync(file, Buffer.concat([numberField(1, 9), operators, bytesField(7, body)]));
}
