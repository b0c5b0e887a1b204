// ONNX models of nothing but matrix products, in the shapes of a policy's: what its layers could reach at most.

const FLOAT = 1;
const LAYERS = 6;

function varint(value) {
  const bytes = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

function number(field, value) {
  return Buffer.concat([varint(field * 8), varint(value)]);
}

function bytes(field, value) {
  const content = typeof value === "string" ? Buffer.from(value) : value;
  return Buffer.concat([varint(field * 8 + 2), varint(content.length), content]);
}

function node(operator, inputs, output, attributes = []) {
  const edges = [...inputs.map((name) => bytes(1, name)), bytes(2, output)];
  return bytes(1, Buffer.concat([...edges, bytes(4, operator), ...attributes.map((one) => bytes(5, one))]));
}

function integer(name, value) {
  return Buffer.concat([bytes(1, name), number(3, value), number(20, 2)]);
}

/** Weights of a fixed pattern, small enough that no product overflows. */
function weight(name, rows, columns) {
  const values = Float32Array.from(
    { length: rows * columns },
    (_, index) => ((index % 13) - 6) / (6 * Math.sqrt(rows)),
  );
  const shape = [number(1, rows), number(1, columns)];
  return bytes(5, Buffer.concat([...shape, number(2, FLOAT), bytes(8, name), bytes(9, Buffer.from(values.buffer))]));
}

function edge(field, name, width) {
  const dims = [bytes(1, bytes(2, "rows")), bytes(1, number(1, width))];
  const tensor = Buffer.concat([number(1, FLOAT), bytes(2, Buffer.concat(dims))]);
  return bytes(field, Buffer.concat([bytes(1, name), bytes(2, bytes(1, tensor))]));
}

function model(nodes, weights, width, output) {
  const graph = Buffer.concat([...nodes, bytes(2, "products"), ...weights, edge(11, "x", width), edge(12, ...output)]);
  const operators = Buffer.concat([bytes(1, ""), number(2, 17)]);
  return Buffer.concat([number(1, 8), bytes(7, graph), bytes(8, operators)]);
}

/** Widths that decide a decoder's products; `kv` is that of keys and of values. */
export function shapesOf(config) {
  const head = config.head_dim ?? config.hidden_size / config.num_attention_heads;
  return {
    hidden: config.hidden_size,
    queries: head * config.num_attention_heads,
    kv: head * config.num_key_value_heads,
    inner: config.intermediate_size,
    layers: config.num_hidden_layers,
    vocabulary: config.vocab_size,
  };
}

/** Weights of one layer: two operations each for every token. */
export function layerWeights({ hidden, queries, kv, inner }) {
  return hidden * (2 * queries + 2 * kv + 3 * inner);
}

/** Six layers' products: more weights than a cache holds, if the layers are not tiny. */
export function layersModel(shapes) {
  const { hidden, queries, kv, inner } = shapes;
  const nodes = [];
  const weights = [];
  let x = "x";
  for (let layer = 0; layer < LAYERS; layer += 1) {
    const product = (input, name, rows, columns) => {
      weights.push(weight(`${name}${layer}w`, rows, columns));
      nodes.push(node("MatMul", [input, `${name}${layer}w`], `${name}${layer}`));
      return `${name}${layer}`;
    };
    const attended = product(product(x, "q", hidden, queries), "o", queries, hidden);
    const keys = product(product(x, "k", hidden, kv), "kr", kv, 1);
    const values = product(product(x, "v", hidden, kv), "vr", kv, 1);
    nodes.push(node("Add", [keys, values], `kv${layer}`), node("Add", [attended, `kv${layer}`], `a${layer}`));
    const gate = product(`a${layer}`, "g", hidden, inner);
    const up = product(`a${layer}`, "u", hidden, inner);
    nodes.push(node("Mul", [gate, up], `m${layer}`));
    x = product(`m${layer}`, "d", inner, hidden);
  }
  return { model: model(nodes, weights, hidden, [x, hidden]), weights: LAYERS * layerWeights(shapes), width: hidden };
}

/** The output layer's product; its largest column is all that leaves. */
export function headModel({ hidden, vocabulary }) {
  const nodes = [
    node("MatMul", ["x", "w"], "logits"),
    node("ReduceMax", ["logits"], "y", [
      Buffer.concat([bytes(1, "axes"), number(8, 1), number(20, 7)]),
      integer("keepdims", 1),
    ]),
  ];
  const weights = [weight("w", hidden, vocabulary)];
  return { model: model(nodes, weights, hidden, ["y", 1]), weights: hidden * vocabulary, width: hidden };
}
