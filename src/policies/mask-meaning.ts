import { type EdgeValue, ELEMENT, type Element, graphBytes } from "./graph-builder.js";
import { cacheEdges, decoderConstants, modelBytes, neededNodes } from "./graph-decoder.js";
import type { ModelGraph } from "./graph-file.js";
import { countedTensors, maskPlaces } from "./graph-mask.js";
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

/** Tokens read behind others, at given depths. */
interface Occasion {
  readonly past: number;
  /** Of all of them; 0 is masked. */
  readonly mask: readonly number[];
  readonly places: readonly number[];
}

/** Three tokens read behind two, the first of which is masked. */
const SHORT: Occasion = { past: 2, mask: [0, 1, 1, 1, 1], places: [1, 2, 3] };
const TOKENS = SHORT.places.length;
const PAST = SHORT.past;
const MASK = SHORT.mask;

/** One token read behind `past` others, at the end of the context. */
function atEnd(past: number, context: number): Occasion {
  return { past, mask: new Array<number>(past + 1).fill(1), places: [context - 1] };
}

/** Contexts are looked at up to here. */
const LONGEST = 4096;

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

/** Whether each row of the last dimension holds one value alone. */
function isEven(tensor: ort.Tensor): boolean {
  const data = tensor.data as Float32Array;
  const width = tensor.dims[tensor.dims.length - 1] ?? 1;
  return data.every((value, index) => value === data[index - (index % width)]);
}

/** A tensor of numbers or truth values, one for each of `tokens` tokens or for many. */
function isMaskLike(tensor: ort.Tensor, tokens: number): boolean {
  const { dims } = tensor;
  return ELEMENT_OF[tensor.type] !== undefined && dims.length > 1 && dims[dims.length - 1] === tokens;
}

function valueAt(tensor: ort.Tensor, index: number): Buffer {
  const data = tensor.data as Float32Array;
  const size = data.BYTES_PER_ELEMENT;
  return Buffer.from(data.buffer, data.byteOffset + index * size, size);
}

/** Computes tensors of a decoder that need none of its logits. */
async function compute(
  session: ort.InferenceSession,
  layout: ModelLayout,
  { past, mask, places }: Occasion,
): Promise<ort.InferenceSession.ReturnType> {
  const all: readonly (readonly [string, () => ort.Tensor])[] = [
    [
      "input_ids",
      () =>
        int64(
          places.map(() => 0),
          [1, places.length],
        ),
    ],
    ["attention_mask", () => int64(mask, [1, mask.length])],
    ["position_ids", () => int64(places, [1, places.length])],
    ...layout.cache.map(({ input, heads, headDim, type }) => {
      const size = heads * past * headDim;
      const zeros = (): ort.Tensor["data"] => (type === "float32" ? new Float32Array(size) : new Uint16Array(size));
      return [input, () => new ort.Tensor(type, zeros() as Float32Array, [1, heads, past, headDim])] as const;
    }),
  ];
  const used = all.filter(([name]) => session.inputNames.includes(name));
  return session.run(Object.fromEntries(used.map(([name, make]) => [name, make()])));
}

/** A model that gives these tensors alone, with the inputs and weights they need. */
function tensorsModel(model: ModelGraph, layout: ModelLayout, tensors: readonly string[]): Uint8Array {
  const nodes = neededNodes(model.nodes, tensors);
  const read = new Set([...tensors, ...nodes.flatMap((node) => node.inputs)]);
  const grid: EdgeValue["shape"] = [null, null];
  const inputs: readonly EdgeValue[] = [
    ...["input_ids", "attention_mask", "position_ids"].map((name) => ({ name, element: ELEMENT.int64, shape: grid })),
    ...cacheEdges(layout, ({ input }) => input),
  ];
  const weights = model.weights.filter(({ name }) => read.has(name));
  const graph = graphBytes(
    nodes.map((node) => node.bytes),
    decoderConstants({ ...model, weights }, layout),
    inputs.filter(({ name }) => read.has(name)),
    tensors.map((name) => ({ name, element: null, shape: [] })),
  );
  return modelBytes(model, graph);
}

/**
 * What the decoder writes into its masks, found by computing them: for five tokens, and for one at the end of the context,
 * which must see all before it. A reason where a tensor is no mask of this kind, or where the decoder hides tokens by a rule
 * of its own: a window, a slope, a table that is too short. Throws what `open` throws.
 *
 * @param mostDrawn tokens that a run may hold beside those of one context
 */
export async function maskMeanings(
  model: ModelGraph,
  layout: ModelLayout,
  contextLength: number | null,
  mostDrawn: number,
  open: (graph: Uint8Array) => Promise<ort.InferenceSession>,
): Promise<ReadonlyMap<string, MaskMeaning> | { readonly reason: string }> {
  const masks = [...new Set(maskPlaces(model).map(({ tensor }) => tensor))];
  const counted = countedTensors(model).filter((name) => !masks.includes(name));
  if (masks.length + counted.length === 0) return new Map();
  const session = await open(tensorsModel(model, layout, [...masks, ...counted]));
  try {
    const meanings = new Map<string, MaskMeaning>();
    const short = await compute(session, layout, SHORT);
    for (const tensor of masks) {
      const meaning = meaningOf(short[tensor] as ort.Tensor);
      if (meaning === null) return { reason: `it reads its mask as ${tensor}, in a way that is not known` };
      meanings.set(tensor, meaning);
    }
    const own = counted.filter((name) => isMaskLike(short[name] as ort.Tensor, MASK.length));
    const context = Math.min(contextLength ?? LONGEST, LONGEST);
    const lengths = own.length === 0 ? [context] : [context, context + mostDrawn];
    for (const length of lengths) {
      const long = await compute(session, layout, atEnd(length - 1, context)).catch(() => null);
      if (long === null) return { reason: `its masks cannot be computed for ${length} tokens` };
      for (const [name, { seen }] of meanings) {
        const tensor = long[name] as ort.Tensor;
        if (!isEven(tensor) || !valueAt(tensor, 0).equals(seen))
          return { reason: `it does not see all of ${length} tokens` };
      }
      for (const name of own) {
        const tensor = long[name] as ort.Tensor;
        if (!isMaskLike(tensor, length)) return { reason: `its own mask ${name} is too short for ${length} tokens` };
        if (!isEven(tensor)) return { reason: `it weighs tokens by where they lie, in ${name}` };
      }
    }
    return meanings;
  } finally {
    await session.release();
  }
}
