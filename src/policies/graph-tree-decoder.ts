import { ELEMENT, type GraphBuilder } from "./graph-builder.js";
import { cacheElement } from "./graph-decoder.js";
import { type GraphNode, type ModelGraph, withNames } from "./graph-file.js";
import { decoderHead } from "./graph-head.js";
import { GROUPED_SLOT, groupedNodes, maskPlaces, rotates } from "./graph-mask.js";
import type { MaskMeaning } from "./mask-meaning.js";
import type { ModelLayout } from "./model-layout.js";

/** The lowest finite numbers; ONNX Runtime's kernel adds them to what may be −Infinity. */
const LOWEST = { float32: Buffer.from(Float32Array.of(-3.4028234663852886e38).buffer), float16: Buffer.of(0xff, 0xfb) };
const NOTHING = { float32: Buffer.alloc(4), float16: Buffer.alloc(2) };

/** `seen`, as a decoder writes it down. */
function writeMask(graph: GraphBuilder, { rank, element, seen, hidden }: MaskMeaning): string {
  const axes = Array.from({ length: rank - 2 }, (_, axis) => axis);
  const grid = rank > 2 ? graph.add("Unsqueeze", ["tree.seen", graph.int64(axes)]) : "tree.seen";
  if (element === ELEMENT.bool) return graph.add(seen[0] === 1 ? "Identity" : "Not", [grid]);
  return graph.add("Where", [grid, graph.scalar(element, seen), graph.scalar(element, hidden)]);
}

/** The kernel, told which tokens see which and where each stands. */
function informed(node: GraphNode, bias: string, lengthened: (table: string) => string): GraphNode {
  const inputs = Array.from({ length: Math.max(node.inputs.length, GROUPED_SLOT.bias + 1) }, (_, slot) => {
    const own = node.inputs[slot] ?? "";
    if (slot === GROUPED_SLOT.bias) return bias;
    if (!rotates(node)) return own;
    if (slot === GROUPED_SLOT.cosines || slot === GROUPED_SLOT.sines) return lengthened(own);
    return slot === GROUPED_SLOT.positions ? "position_ids" : own;
  });
  return withNames(node, inputs, node.outputs);
}

/**
 * Puts in a decoder that reads the tokens `input_ids` of a tree, each of which sees what `seen` [tokens, places] says,
 * and gives logits after the tokens `wanted_rows` alone.
 */
export function putTreeDecoder(
  graph: GraphBuilder,
  model: ModelGraph,
  layout: ModelLayout,
  meanings: ReadonlyMap<string, MaskMeaning>,
): void {
  const total = graph.add("Gather", [graph.add("Shape", ["tree.seen"]), graph.int64([1])]);
  const shape = graph.add("Concat", [graph.int64([1]), total], { axis: 0 });
  graph.rename(graph.add("Expand", [graph.int64(1), shape]), "attention_mask");
  const written = new Map<string, string>();
  const maskOf = (meaning: MaskMeaning): string => {
    const key = `${meaning.rank} ${meaning.element} ${meaning.seen.toString("hex")} ${meaning.hidden.toString("hex")}`;
    const mask = written.get(key) ?? writeMask(graph, meaning);
    written.set(key, mask);
    return mask;
  };
  // The kernel wants a row of its tables for every token of the tree, though none stands deeper than the context.
  const tables = new Map<string, string>();
  const lengthened = (table: string): string => {
    const pads = (): string => graph.add("Concat", [graph.int64([0, 0]), total, graph.int64([0])], { axis: 0 });
    const longer = tables.get(table) ?? graph.add("Pad", [table, pads()]);
    tables.set(table, longer);
    return longer;
  };
  const places = maskPlaces(model);
  const grouped = new Set(groupedNodes(model));
  const type = layout.cache[0]?.type ?? "float32";
  const bias = { rank: 4, element: cacheElement(type), seen: NOTHING[type], hidden: LOWEST[type] };

  const head = decoderHead(model);
  const whole = `${head.input}/of_all_tokens`;
  const putWanted = (from: string): void => {
    graph.rename(graph.add("Gather", [from, "tree.wanted_rows"], { axis: 1 }), head.input);
  };
  for (const node of model.nodes) {
    const here = places.filter((place) => place.node === node);
    const inputs = node.inputs.map((name, slot) => {
      const meaning = here.some((place) => place.slot === slot) ? meanings.get(name) : undefined;
      return meaning === undefined ? name : maskOf(meaning);
    });
    const told = grouped.has(node) ? informed(node, maskOf(bias), lengthened) : withNames(node, inputs, node.outputs);
    if (!node.outputs.includes(head.input)) graph.put(told.bytes);
    // A decoder that gives the last position's logits alone cuts it out here.
    else if (node.operator === "Slice") putWanted(node.inputs[0] as string);
    else {
      const outputs = node.outputs.map((name) => (name === head.input ? whole : name));
      graph.put(withNames(told, told.inputs, outputs).bytes);
      putWanted(whole);
    }
  }
}
