import { type EdgeValue, ELEMENT, type GraphBuilder, graphBuilder, graphBytes } from "./graph-builder.js";
import {
  cacheElement,
  cacheWidth,
  decoderConstants,
  maskOf,
  modelBytes,
  promptCache,
  promptCacheEdges,
} from "./graph-decoder.js";
import {
  bestTokens,
  type DecodingKind,
  decodedDistribution,
  decodingEdges,
  fullDistribution,
  logProbsAt,
} from "./graph-distribution.js";
import type { ModelGraph } from "./graph-file.js";
import type { ModelLayout } from "./model-layout.js";

const edge = (name: string, element: EdgeValue["element"], shape: EdgeValue["shape"]): EdgeValue => ({
  name,
  element,
  shape,
});

const INPUTS: readonly EdgeValue[] = [
  edge("cache_rows", ELEMENT.int64, [null]),
  edge("lengths", ELEMENT.int64, [null]),
  edge("input_ids", ELEMENT.int64, [null, null]),
  edge("targets", ELEMENT.int64, [null, null]),
];

/** Names the decoder's nodes look for, made from the program's inputs. */
type Renamed = readonly (readonly [name: string, from: string])[];

function decoderInputs(graph: GraphBuilder, layout: ModelLayout): Renamed {
  const mask = maskOf(graph, "lengths", cacheWidth(graph, layout));
  const ones = graph.add("Expand", [graph.int64(1), graph.add("Shape", ["input_ids"])]);
  const shape = graph.add("Shape", ["input_ids"]);
  const count = graph.add("Gather", [shape, graph.int64(1)]);
  const steps = graph.add("Range", [graph.int64(0), count, graph.int64(1)]);
  const column = graph.add("Unsqueeze", ["lengths", graph.int64([1])]);
  const positions = layout.takesPositions ? [["position_ids", graph.add("Add", [column, steps])] as const] : [];
  return [
    ["attention_mask", graph.add("Concat", [mask, ones], { axis: 1 })],
    ...positions,
    ...layout.cache.map(
      ({ entry, input }) => [input, graph.add("Gather", [promptCache(entry), "cache_rows"], { axis: 0 })] as const,
    ),
  ];
}

/** Single precision throughout: a vocabulary a position is too much to widen where nothing is drawn from it. */
function plainLogProbs(graph: GraphBuilder): string {
  const single = graph.add("Cast", ["logits"], { to: ELEMENT.float });
  const logProbs = graph.add("LogSoftmax", [single], { axis: -1 });
  const places = graph.add("Unsqueeze", ["targets", graph.int64([2])]);
  return graph.add("Squeeze", [graph.add("GatherElements", [logProbs, places], { axis: 2 }), graph.int64([2])]);
}

/** log of the chance that the decoding draws each target, [R · L] in double precision. */
function drawLogProbs(graph: GraphBuilder, kind: Exclude<DecodingKind, "plain">): string {
  const shape = graph.add("Shape", ["logits"]);
  const width = graph.add("Gather", [shape, graph.int64([2])]);
  const rows = graph.add("Reshape", ["logits", graph.add("Concat", [graph.int64([-1]), width], { axis: 0 })]);
  const full = fullDistribution(graph, rows);
  const targets = graph.add("Reshape", ["targets", graph.int64([-1])]);
  if (kind === "greedy") {
    const isBest = graph.add("Equal", [bestTokens(graph, full), targets]);
    return graph.add("Where", [isBest, graph.double(0), graph.double(-Infinity)]);
  }
  const count = graph.add("Gather", [graph.add("Shape", [targets]), graph.int64(0)]);
  const numbers = graph.add("Range", [graph.int64(0), count, graph.int64(1)]);
  const places = graph.add("Add", [graph.add("Mul", [numbers, width]), targets]);
  return logProbsAt(graph, decodedDistribution(graph, full, kind), places, numbers);
}

/**
 * A model that scores given tokens.
 *
 * Inputs: `prompt.*` a cache; of R rows `cache_rows` [R], the row of it each begins with, `lengths` [R], how much of
 * that
 * each has read, `input_ids` [R, L], what each reads behind it, `targets` [R, L], the token scored after each of these;
 * the decoding's numbers. Outputs, in this order: log-probabilities [R, L], float32; but for plain decoding, the
 * logs of the chances to
 * be drawn, double; the cache of each row, as the model names it.
 */
export function scoreModel(model: ModelGraph, layout: ModelLayout, kind: DecodingKind): Uint8Array {
  const graph = graphBuilder(model.operatorSet);
  const renamed = decoderInputs(graph, layout).map(([name, from]) => graph.rename(from, name));
  const before = [...graph.nodes, ...renamed];
  const after = graph.inner();
  const logProbs = plainLogProbs(after);
  const drawn = kind === "plain" ? [] : [edge(drawLogProbs(after, kind), ELEMENT.double, [null])];
  const nodes = [...before, ...model.nodes.map((node) => node.bytes), ...after.nodes];
  const constants = [...decoderConstants(model, layout, 0), ...graph.constants];
  const outputs = [
    edge(logProbs, ELEMENT.float, [null, null]),
    ...drawn,
    ...layout.cache.map(({ output, heads, headDim, type }) =>
      edge(output, cacheElement(type), [null, heads, null, headDim]),
    ),
  ];
  const inputs = [...promptCacheEdges(layout), ...INPUTS, ...decodingEdges(kind)];
  return modelBytes(model, graphBytes(nodes, constants, inputs, outputs));
}
