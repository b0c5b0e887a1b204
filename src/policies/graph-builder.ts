import { bytesField, numberField } from "./graph-wire.js";

/** ONNX's numbers for element types. */
export const ELEMENT = { float: 1, int64: 7, bool: 9, float16: 10, double: 11 } as const;
export type Element = (typeof ELEMENT)[keyof typeof ELEMENT];

/** A number is an INT, a list of them INTS, bytes a graph. */
type Attributes = Readonly<Record<string, number | readonly number[] | Uint8Array>>;

/** A named tensor on the edge of a graph; null stands for a dimension, or an output's type, that is not known. */
export interface EdgeValue {
  readonly name: string;
  readonly element: Element | null;
  readonly shape: readonly (number | null)[];
}

/** Writes operations in their order under fresh names. */
export interface GraphBuilder {
  /** Adds an operation; its one output. */
  add(operator: string, inputs: readonly string[], attributes?: Attributes): string;
  /** Adds an operation with `count` outputs. */
  addMany(operator: string, inputs: readonly string[], count: number, attributes?: Attributes): readonly string[];
  int64(value: number | readonly number[]): string;
  double(value: number): string;
  bool(value: boolean): string;
  /** A constant whose bytes are at hand. */
  scalar(element: Element, raw: Buffer): string;
  /** Largest element along `axis`, which stays as 1. */
  highest(tensor: string, axis: number): string;
  /** Gives a tensor another name. */
  rename(tensor: string, name: string): void;
  /** Adds a node that is written already. */
  put(node: Uint8Array): void;
  /** A builder for a graph inside this one: it shares names and constants. */
  inner(): GraphBuilder;
  /** What was added so far, as NodeProtos. */
  readonly nodes: readonly Uint8Array[];
  /** TensorProtos of this builder and of all inner ones. */
  readonly constants: readonly Buffer[];
}

/** Begins every name that a builder makes up for a program. */
export const PREFIX = "matched_state/";

function attribute(name: string, value: Attributes[string]): Buffer {
  const [field, type] = value instanceof Uint8Array ? [6, 5] : typeof value === "number" ? [3, 2] : [8, 7];
  const parts =
    value instanceof Uint8Array
      ? [bytesField(field, value)]
      : [value].flat().map((one) => numberField(field, one as number));
  return Buffer.concat([bytesField(1, name), ...parts, numberField(20, type)]);
}

function nodeBytes(
  operator: string,
  inputs: readonly string[],
  outputs: readonly string[],
  attributes: Attributes,
): Buffer {
  return Buffer.concat([
    ...inputs.map((name) => bytesField(1, name)),
    ...outputs.map((name) => bytesField(2, name)),
    bytesField(4, operator),
    ...Object.entries(attributes).map(([name, value]) => bytesField(5, attribute(name, value))),
  ]);
}

export function tensorBytes(name: string, element: Element, dims: readonly number[], raw: Uint8Array): Buffer {
  const shape = dims.map((dim) => numberField(1, dim));
  return Buffer.concat([...shape, numberField(2, element), bytesField(8, name), bytesField(9, raw)]);
}

export function int64Bytes(values: readonly number[]): Buffer {
  return Buffer.from(BigInt64Array.from(values, BigInt).buffer);
}

function edge({ name, element, shape }: EdgeValue): Buffer {
  if (element === null) return bytesField(1, name);
  const dims = shape.map((dim) => bytesField(1, dim === null ? Buffer.alloc(0) : numberField(1, dim)));
  const tensor = Buffer.concat([numberField(1, element), bytesField(2, Buffer.concat(dims))]);
  return Buffer.concat([bytesField(1, name), bytesField(2, bytesField(1, tensor))]);
}

/** A GraphProto. */
export function graphBytes(
  nodes: readonly Uint8Array[],
  constants: readonly Uint8Array[],
  inputs: readonly EdgeValue[],
  outputs: readonly EdgeValue[],
): Buffer {
  return Buffer.concat([
    ...nodes.map((node) => bytesField(1, node)),
    bytesField(2, "matched_state"),
    ...constants.map((constant) => bytesField(5, constant)),
    ...inputs.map((value) => bytesField(11, edge(value))),
    ...outputs.map((value) => bytesField(12, edge(value))),
  ]);
}

/**
 * @param operatorSet version of ONNX's operators that the model asks for: some take their axes in another way since
 * 18
 */
export function graphBuilder(operatorSet: number, prefix = PREFIX): GraphBuilder {
  const constants: Buffer[] = [];
  const known = new Map<string, string>();
  let names = 0;

  function fresh(): string {
    names += 1;
    return `${prefix}${names}`;
  }

  function constant(element: Element, dims: readonly number[], raw: Buffer): string {
    const key = `${element} ${dims} ${raw.toString("hex")}`;
    const name = known.get(key) ?? fresh();
    if (!known.has(key)) constants.push(tensorBytes(name, element, dims, raw));
    known.set(key, name);
    return name;
  }

  function level(): GraphBuilder {
    const nodes: Uint8Array[] = [];
    const builder: GraphBuilder = {
      nodes,
      constants,
      addMany(operator, inputs, count, attributes = {}) {
        const outputs = Array.from({ length: count }, fresh);
        nodes.push(nodeBytes(operator, inputs, outputs, attributes));
        return outputs;
      },
      add: (operator, inputs, attributes) => builder.addMany(operator, inputs, 1, attributes)[0] as string,
      int64: (value) =>
        typeof value === "number"
          ? constant(ELEMENT.int64, [], int64Bytes([value]))
          : constant(ELEMENT.int64, [value.length], int64Bytes(value)),
      double: (value) => constant(ELEMENT.double, [], Buffer.from(Float64Array.of(value).buffer)),
      bool: (value) => constant(ELEMENT.bool, [], Buffer.of(value ? 1 : 0)),
      scalar: (element, raw) => constant(element, [], raw),
      highest: (tensor, axis) =>
        operatorSet >= 18
          ? builder.add("ReduceMax", [tensor, builder.int64([axis])])
          : builder.add("ReduceMax", [tensor], { axes: [axis] }),
      rename: (tensor, name) => {
        nodes.push(nodeBytes("Identity", [tensor], [name], {}));
      },
      put: (node) => {
        nodes.push(node);
      },
      inner: level,
    };
    return builder;
  }
  return level();
}
