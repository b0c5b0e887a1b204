import { type EdgeValue, ELEMENT, type Element, graphBytes } from "./graph-builder.js";
import { cacheElement, decoderConstants, modelBytes, neededNodes } from "./graph-decoder.js";
import type { ModelGraph } from "./graph-file.js";
import type { ModelLayout } from "./model-layout.js";
import * as ort from "./onnxruntime.js";
import { int64 } from "./tensors.js";

/** How a decoder writes down which tokens see which. */
export interface MaskMeaning {
  /** Dimensions of the tensor; its last two are the tokens that see, and those that are seen. */
  readonly rank: number;
  readonly element: Element;
  /** The bytes of the value for a token that is seen, and for one that is not. */
  readonly seen: Buffer;
  readonly hidden: Buffer;
}

const ELEMENT_OF: Readonly<Record<string, Element>> = {
  float32: ELEMENT.float,
  float16: ELEMENT.float16,
  float64: ELEMENT.double,
  bool: ELEMENT.bool,
};

/** Three tokens read behind two, the first of which is masked. */
const PAST = 2;
const TOKENS = 3;
const MASK = [0, 1, 1, 1, 1];

function meaningOf(tensor: ort.Tensor): MaskMeaning | null {
  const element = ELEMENT_OF[tensor.type];
  const { dims } = tensor;
  const [rows, columns] = dims.slice(-2);
  const isGrid =
    dims.slice(0, -2).every((dim) => dim === 1) && columns === MASK.length && (rows === 1 || rows === TOKENS);
  if (element === undefined || dims.length < 2 || !isGrid) return null;
  const data = tensor.data as Float32Array;
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const at = (row: number, column: number): Buffer => {
    const place = (row * MASK.length + column) * data.BYTES_PER_ELEMENT;
    return bytes.subarray(place, place + data.BYTES_PER_ELEMENT);
  };
  const [hidden, seen] = [at(0, 0), at(0, 1)];
  const isRead = Array.from({ length: rows as number }, (_, row) =>
    MASK.map((open, column) => {
      const isKnown = at(row, column).equals(seen) || at(row, column).equals(hidden);
      // What comes later than the row's own token may be hidden here, or elsewhere.
      return column > PAST ? isKnown : at(row, column).equals(open === 1 ? seen : hidden);
    }),
  );
  return !hidden.equals(seen) && isRead.flat().every(Boolean)
    ? { rank: dims.length, element, seen: Buffer.from(seen), hidden: Buffer.from(hidden) }
    : null;
}

/**
 * What the decoder writes into its masks, found by computing them for five tokens; null for a tensor that is no mask of this
 * kind. Throws what `open` throws.
 */
export async function maskMeanings(
  model: ModelGraph,
  layout: ModelLayout,
  tensors: readonly string[],
  open: (graph: Uint8Array) => Promise<ort.InferenceSession>,
): Promise<ReadonlyMap<string, MaskMeaning | null>> {
  if (tensors.length === 0) return new Map();
  const nodes = neededNodes(model.nodes, tensors);
  const read = new Set([...tensors, ...nodes.flatMap((node) => node.inputs)]);
  const grid: EdgeValue["shape"] = [null, null];
  const inputs: readonly (EdgeValue & { readonly tensor: ort.Tensor })[] = [
    { name: "input_ids", element: ELEMENT.int64, shape: grid, tensor: int64([0, 0, 0], [1, TOKENS]) },
    { name: "attention_mask", element: ELEMENT.int64, shape: grid, tensor: int64(MASK, [1, MASK.length]) },
    { name: "position_ids", element: ELEMENT.int64, shape: grid, tensor: int64([1, 2, 3], [1, TOKENS]) },
    ...layout.cache.map(({ input, heads, headDim, type }) => {
      const size = heads * PAST * headDim;
      const data = type === "float32" ? new Float32Array(size) : new Uint16Array(size);
      const tensor = new ort.Tensor(type, data, [1, heads, PAST, headDim]);
      return { name: input, element: cacheElement(type), shape: [null, heads, null, headDim], tensor };
    }),
  ];
  const used = inputs.filter(({ name }) => read.has(name));
  const weights = model.weights.filter(({ name }) => read.has(name));
  const constants = decoderConstants({ ...model, weights }, layout);
  const graph = graphBytes(
    nodes.map((node) => node.bytes),
    constants,
    used,
    tensors.map((name) => ({ name, element: null, shape: [] })),
  );
  const session = await open(modelBytes(model, graph));
  try {
    const results = await session.run(Object.fromEntries(used.map(({ name, tensor }) => [name, tensor])));
    return new Map(tensors.map((name) => [name, meaningOf(results[name] as ort.Tensor)]));
  } finally {
    await session.release();
  }
}
