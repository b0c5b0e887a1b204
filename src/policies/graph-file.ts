import { closeSync, fstatSync, openSync } from "node:fs";
import { basename } from "node:path";
import {
  bytesField,
  fileSource,
  numberField,
  numbersOf,
  type WireField,
  type WireSource,
  wireFields,
} from "./graph-wire.js";

/** One operation of a graph; `bytes` is its NodeProto as the file has it. */
export interface GraphNode {
  readonly bytes: Buffer;
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** It holds a graph of its own, as `If` and `Loop` do. */
  readonly nests: boolean;
}

/** A constant of a graph; `bytes` is a TensorProto that refers to the model's own file for anything large. */
export interface GraphWeight {
  readonly name: string;
  readonly dims: readonly number[];
  readonly bytes: Buffer;
}

/** A model's graph without its weights. */
export interface ModelGraph {
  /** Everything of the ModelProto but the graph: versions, operator sets, functions. */
  readonly prelude: Buffer;
  /** Version of ONNX's own operators. */
  readonly operatorSet: number;
  readonly nodes: readonly GraphNode[];
  readonly weights: readonly GraphWeight[];
  /** Without those that are constants. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** It has constants in a form that cannot be referred to. */
  readonly hasSparseWeights: boolean;
}

/** Field numbers of onnx.proto3. */
const MODEL = { graph: 7, operatorSet: 8 };
const GRAPH = { node: 1, weight: 5, input: 11, output: 12, sparseWeight: 15 };
const NODE = { input: 1, output: 2, operator: 4, attribute: 5 };
const ATTRIBUTE = { name: 1, whole: 3, graph: 6, graphs: 11 };
const TENSOR = { dims: 1, floats: 4, name: 8, raw: 9, doubles: 10, external: 13, location: 14 };

/** Constants up to this many bytes stay in the graph: shapes, axes and scales, which shape inference reads. */
const SMALL_BYTES = 1024;

function textOf(source: WireSource, { start, end }: WireField): string {
  return source(start, end).toString("utf8");
}

function copyOf(source: WireSource, start: number, end: number): Buffer {
  return Buffer.from(source(start, end));
}

function readNode(source: WireSource, { start, end }: WireField): GraphNode {
  const inputs: string[] = [];
  const outputs: string[] = [];
  let operator = "";
  let nests = false;
  for (const field of wireFields(source, start, end)) {
    if (field.number === NODE.input) inputs.push(textOf(source, field));
    else if (field.number === NODE.output) outputs.push(textOf(source, field));
    else if (field.number === NODE.operator) operator = textOf(source, field);
    else if (field.number === NODE.attribute) {
      for (const part of wireFields(source, field.start, field.end)) {
        nests ||= part.number === ATTRIBUTE.graph || part.number === ATTRIBUTE.graphs;
      }
    }
  }
  return { bytes: copyOf(source, start, end), operator, inputs, outputs, nests };
}

/** Raw, float and double data all lie in the file as ONNX Runtime wants external data: packed, little-endian. */
function readWeight(source: WireSource, { start, end }: WireField, file: string): GraphWeight {
  const kept: Buffer[] = [];
  const dims: number[] = [];
  let name = "";
  for (const field of wireFields(source, start, end)) {
    if (field.number === TENSOR.name) name = textOf(source, field);
    if (field.number === TENSOR.dims) dims.push(...numbersOf(source, field));
    const isData = [TENSOR.raw, TENSOR.floats, TENSOR.doubles].includes(field.number);
    if (isData && field.end - field.start > SMALL_BYTES) {
      const entry = (key: string, value: string): Buffer =>
        bytesField(TENSOR.external, Buffer.concat([bytesField(1, key), bytesField(2, value)]));
      kept.push(
        entry("location", basename(file)),
        entry("offset", String(field.start)),
        entry("length", String(field.end - field.start)),
        numberField(TENSOR.location, 1),
      );
    } else kept.push(copyOf(source, field.from, field.end));
  }
  return { name, dims, bytes: Buffer.concat(kept) };
}

/** The node under other names of what it reads and writes. */
export function withNames(node: GraphNode, inputs: readonly string[], outputs: readonly string[]): GraphNode {
  const source: WireSource = (start, end) => node.bytes.subarray(start, end);
  const rest = [...wireFields(source, 0, node.bytes.length)]
    .filter(({ number }) => number !== NODE.input && number !== NODE.output)
    .map(({ from, end }) => source(from, end));
  const names = [
    ...inputs.map((name) => bytesField(NODE.input, name)),
    ...outputs.map((name) => bytesField(NODE.output, name)),
  ];
  return { ...node, inputs, outputs, bytes: Buffer.concat([...names, ...rest]) };
}

/** An attribute's whole number; null where the node has none of that name. */
export function wholeAttribute(node: GraphNode, name: string): number | null {
  const source: WireSource = (start, end) => node.bytes.subarray(start, end);
  for (const field of wireFields(source, 0, node.bytes.length)) {
    if (field.number !== NODE.attribute) continue;
    const parts = [...wireFields(source, field.start, field.end)];
    const isNamed = parts.some((part) => part.number === ATTRIBUTE.name && textOf(source, part) === name);
    const value = parts.find((part) => part.number === ATTRIBUTE.whole);
    if (isNamed && value !== undefined) return value.value;
  }
  return null;
}

/** An operator set's version when it is ONNX's own, whose domain is written as nothing or `ai.onnx`. */
function ownVersion(source: WireSource, { start, end }: WireField): number | null {
  let domain = "";
  let version = 0;
  for (const field of wireFields(source, start, end)) {
    if (field.number === 1) domain = textOf(source, field);
    if (field.number === 2) version = field.value;
  }
  return domain === "" || domain === "ai.onnx" ? version : null;
}

function nameOf(source: WireSource, { start, end }: WireField): string {
  for (const field of wireFields(source, start, end)) if (field.number === 1) return textOf(source, field);
  return "";
}

/** Reads the graph in `file`; its large constants are left where they are. Throws a RangeError on a broken file. */
export function readModelGraph(file: string): ModelGraph {
  const descriptor = openSync(file, "r");
  try {
    const source = fileSource(descriptor);
    const prelude: Buffer[] = [];
    const nodes: GraphNode[] = [];
    const weights: GraphWeight[] = [];
    const inputs: string[] = [];
    const outputs: string[] = [];
    let operatorSet = 0;
    let hasSparseWeights = false;
    const readPart = (part: WireField): void => {
      if (part.number === GRAPH.node) nodes.push(readNode(source, part));
      else if (part.number === GRAPH.weight) weights.push(readWeight(source, part, file));
      else if (part.number === GRAPH.input) inputs.push(nameOf(source, part));
      else if (part.number === GRAPH.output) outputs.push(nameOf(source, part));
      else if (part.number === GRAPH.sparseWeight) hasSparseWeights = true;
    };
    for (const field of wireFields(source, 0, fstatSync(descriptor).size)) {
      if (field.number === MODEL.graph) {
        for (const part of wireFields(source, field.start, field.end)) readPart(part);
        continue;
      }
      if (field.number === MODEL.operatorSet) operatorSet = ownVersion(source, field) ?? operatorSet;
      prelude.push(copyOf(source, field.from, field.end));
    }
    const constants = new Set(weights.map(({ name }) => name));
    return {
      prelude: Buffer.concat(prelude),
      operatorSet,
      nodes,
      weights,
      inputs: inputs.filter((name) => !constants.has(name)),
      outputs,
      hasSparseWeights,
    };
  } finally {
    closeSync(descriptor);
  }
}
