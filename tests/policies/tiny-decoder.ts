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
  /** Attention is ONNX Runtime's kernel, which rotates by positions that it counts, as onnxruntime-genai exports it. */
  readonly grouped?: boolean;
  /** Logits at the last position alone. */
  readonly lastOnly?: boolean;
  /** The mask is added to the scores. */
  readonly added?: boolean;
  /** Tokens see so many, themselves among them. */
  readonly window?: number;
  /** Scores rise with where a token lies, whatever position it is told. */
  readonly slope?: boolean;
}

export const TINY_VOCABULARY = 48;
/** After this token every logit is NaN; it is never drawn. */
export const BROKEN_TOKEN = 47;
const WIDTH = 32;
const HEADS = 4;
const HEAD_DIM = 8;
const CONTEXT = 64;
/** ONNX's number for 32-bit integers. */
const INT32 = 6;

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
    grouped = false,
    lastOnly = false,
    added = false,
    window,
    slope = false,
  } = variant;
  const [heads, headDim, sharedHeads] = grouped ? [2, 16, 1] : [HEADS, HEAD_DIM, kvHeads];
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
  const oldest = (): string => graph.add("Sub", [unsqueeze(queries, 1), graph.int64(window ?? 0)]);
  const near =
    window === undefined ? causal : graph.add("And", [causal, graph.add("Less", [oldest(), unsqueeze(keys, 0)])]);
  const mask = graph.add("And", [near, seen]);

  const tokens = graph.add("Gather", [matrix(TINY_VOCABULARY, WIDTH, 1), "input_ids"]);
  const placed = (): string => graph.add("Gather", [matrix(CONTEXT, WIDTH, 0.5), positions ? "position_ids" : queries]);
  const hidden = grouped ? tokens : graph.add("Add", [tokens, placed()]);
  const flatProject = (count: number): string => graph.add("MatMul", [hidden, matrix(WIDTH, count * headDim, 0.3)]);
  const project = (heads: number): string => {
    const flat = flatProject(heads);
    const split = graph.add("Reshape", [flat, graph.int64([0, 0, heads, HEAD_DIM])]);
    return graph.add("Transpose", [split], { perm: [0, 2, 1, 3] });
  };
  function eager(): string {
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
    const plainScores = graph.add("MatMul", [query, graph.add("Transpose", [remembered], { perm: [0, 1, 3, 2] })]);
    const rising = (): string =>
      graph.add("Mul", [
        graph.add("Cast", [unsqueeze(keys, 0)], { to: ELEMENT.float }),
        weight(Float32Array.of(1e-3), []),
      ]);
    const scores = slope ? graph.add("Add", [plainScores, rising()]) : plainScores;
    const hidesAll = weight(Float32Array.of(-1e9), []);
    const masked = added
      ? graph.add("Add", [scores, graph.add("Where", [mask, weight(Float32Array.of(0), []), hidesAll])])
      : graph.add("Where", [mask, scores, hidesAll]);
    const shares = graph.add("Softmax", [masked], { axis: -1 });
    const mixed = graph.add("Transpose", [graph.add("MatMul", [shares, values])], { perm: [0, 2, 1, 3] });
    return graph.add("Reshape", [mixed, graph.int64([0, 0, HEADS * HEAD_DIM])]);
  }

  /** ONNX Runtime's kernel, which wants the last place of each row and the number of places as 32-bit numbers. */
  function kernel(): string {
    const count = graph.add("ReduceSum", ["attention_mask", graph.int64([1])], { keepdims: 1 });
    const last = graph.add("Cast", [graph.add("Sub", [count, graph.int64([1])])], { to: INT32 });
    const places = graph.add("Cast", [size("attention_mask", 1)], { to: INT32 });
    const angles = Array.from({ length: CONTEXT * (headDim / 2) }, (_, index) => {
      return Math.floor(index / (headDim / 2)) / 100 ** ((index % (headDim / 2)) / (headDim / 2));
    });
    const table = (of: (angle: number) => number): string =>
      weight(Float32Array.from(angles, of), [CONTEXT, headDim / 2]);
    const inputs = [flatProject(heads), flatProject(sharedHeads), flatProject(sharedHeads)];
    const pasts = ["past_key_values.0.key", "past_key_values.0.value"];
    const all = [...inputs, ...pasts, last, places, table(Math.cos), table(Math.sin)];
    const outputs = ["tiny/mixed", "present.0.key", "present.0.value"];
    const numbers = Object.entries({ num_heads: heads, kv_num_heads: sharedHeads, do_rotary: 1 });
    graph.put(
      Buffer.concat([
        ...all.map((name) => bytesField(1, name)),
        ...outputs.map((name) => bytesField(2, name)),
        bytesField(4, "GroupQueryAttention"),
        ...numbers.map(([name, value]) =>
          bytesField(5, Buffer.concat([bytesField(1, name), numberField(3, value), numberField(20, 2)])),
        ),
        bytesField(7, "com.microsoft"),
      ]),
    );
    return "tiny/mixed";
  }
  const flat = grouped ? kernel() : eager();
  const breaks = new Float32Array(TINY_VOCABULARY).fill(Number.NaN, BROKEN_TOKEN);
  const broken = graph.add("Gather", [weight(breaks, [TINY_VOCABULARY, 1]), "input_ids"]);
  let last = graph.add("Add", [graph.add("Add", [hidden, flat]), broken]);
  if (lastOnly) last = graph.add("Slice", [last, graph.int64([-1]), graph.int64([2 ** 40]), graph.int64([1])]);
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
    ...kinds.map((kind) => edge(`past_key_values.0.${kind}`, cache, [null, sharedHeads, null, headDim])),
  ];
  const results = [
    edge("logits", cache, [null, null, TINY_VOCABULARY]),
    ...kinds.map((kind) => edge(`present.0.${kind}`, cache, [null, sharedHeads, null, headDim])),
  ];
  const body = graphBytes(graph.nodes, [...weights, ...graph.constants], inputs, results);
  const operators = [
    ["", operatorSet],
    ["com.microsoft", 1],
  ].map(([domain, version]) =>
    bytesField(8, Buffer.concat([bytesField(1, domain as string), numberField(2, version as number)])),
  );
  writeFileSync(file, Buffer.concat([numberField(1, 9), ...operators, bytesField(7, body)]));
}
