import { type EdgeValue, ELEMENT, type GraphBuilder, graphBuilder, graphBytes } from "./graph-builder.js";
import { cacheEdges, cacheElement, decoderConstants, modelBytes, treeCache } from "./graph-decoder.js";
import { type DecodingKind, decodingEdges } from "./graph-distribution.js";
import type { ModelGraph } from "./graph-file.js";
import { treeBody, type Values } from "./graph-tree-body.js";
import type { MaskMeaning } from "./mask-meaning.js";
import type { ModelLayout } from "./model-layout.js";

const edge = (name: string, element: EdgeValue["element"], shape: EdgeValue["shape"]): EdgeValue => ({
  name,
  element,
  shape,
});

const INPUTS: readonly EdgeValue[] = [
  edge("tree.tokens", ELEMENT.int64, [null]),
  edge("tree.places", ELEMENT.int64, [null]),
  edge("tree.sees", ELEMENT.bool, [null, null]),
  edge("tree.wanted", ELEMENT.int64, [null]),
  edge("tree.targets", ELEMENT.int64, [null]),
  edge("tree.target_rows", ELEMENT.int64, [null]),
  edge("tree.pick_rows", ELEMENT.int64, [null]),
  edge("tree.pick_uniforms", ELEMENT.double, [null]),
  edge("tree.kept", ELEMENT.int64, [1]),
  edge("tree.owners", ELEMENT.int64, [null]),
  edge("tree.forced", ELEMENT.int64, [null, null]),
  edge("tree.uniforms", ELEMENT.double, [null, null]),
  edge("tree.end_tokens", ELEMENT.int64, [null]),
];

/** What a pass of the loop hands to the next, by the names the body knows it under, caches aside. */
function carriedEdges(kind: DecodingKind): readonly EdgeValue[] {
  return [
    edge("input_ids", ELEMENT.int64, [1, null]),
    edge("position_ids", ELEMENT.int64, [1, null]),
    edge("tree.seen", ELEMENT.bool, [null, null]),
    edge("tree.wanted_rows", ELEMENT.int64, [null]),
    edge("tree.targets_left", ELEMENT.int64, [null]),
    edge("tree.target_rows_left", ELEMENT.int64, [null]),
    edge("tree.pick_rows_left", ELEMENT.int64, [null]),
    edge("tree.pick_uniforms_left", ELEMENT.double, [null]),
    edge("tree.samples", ELEMENT.int64, [null]),
    edge("tree.beginnings", ELEMENT.int64, [null]),
    edge("tree.found", ELEMENT.double, [null]),
    edge("tree.picked", ELEMENT.int64, [null]),
    edge("tree.picked_log_probs", ELEMENT.double, [null]),
    ...(kind === "plain" ? [] : [edge("tree.found_drawn", ELEMENT.double, [null])]),
  ];
}

/** What the first pass starts from: the tokens given, behind what was read before. */
function firstValues(graph: GraphBuilder, kind: DecodingKind): Values {
  const row = (tensor: string): string => graph.add("Unsqueeze", [tensor, graph.int64([0])]);
  const count = graph.add("Gather", [graph.add("Shape", ["tree.owners"]), graph.int64(0)]);
  const none = graph.add("Cast", [graph.int64([])], { to: ELEMENT.double });
  return {
    input_ids: row("tree.tokens"),
    position_ids: row("tree.places"),
    "tree.seen": graph.add("Identity", ["tree.sees"]),
    "tree.wanted_rows": graph.add("Identity", ["tree.wanted"]),
    "tree.targets_left": graph.add("Identity", ["tree.targets"]),
    "tree.target_rows_left": graph.add("Identity", ["tree.target_rows"]),
    "tree.pick_rows_left": graph.add("Identity", ["tree.pick_rows"]),
    "tree.pick_uniforms_left": graph.add("Identity", ["tree.pick_uniforms"]),
    "tree.samples": graph.add("Range", [graph.int64(0), count, graph.int64(1)]),
    "tree.beginnings": graph.add("Identity", ["tree.owners"]),
    "tree.found": none,
    "tree.picked": graph.add("Identity", [graph.int64([])]),
    "tree.picked_log_probs": graph.add("Identity", [none]),
    ...(kind === "plain" ? {} : { "tree.found_drawn": graph.add("Identity", [none]) }),
  };
}

/**
 * A model that reads, scores and draws behind one tree of tokens, in one run.
 *
 * Inputs, under names that begin with `tree.`: a cache of P tokens of the tree; of n tokens to read, parents first,
 * `tokens` [n], `places` [n] (how deep each stands) and `sees` [n, P + n], which tokens each sees, itself among them;
 * `wanted` [w], at least one, those of the n whose distributions are asked for; of m scores, `targets` [m] and
 * `target_rows` [m], a token and the index in `wanted` of what it follows; of p single draws, `pick_rows` [p] likewise and
 * `pick_uniforms` [p]; of R samples, `owners` [R], the index in
 * `wanted` of what each follows, `forced` [N + 1, R], at each step a token, DRAW or STOP, and `uniforms` [N, R], N at
 * least 1; `end_tokens`; `kept` [1]; the decoding's numbers.
 * Outputs, in this order: log-probabilities of the targets [m]; tokens [p] and log-probabilities [p] of the single draws;
 * tokens [steps, R], NO_TOKEN behind a sample's end; their
 * log-probabilities [steps, R], NaN where logits were not usable; but for plain decoding, the logs of the chances to be
 * drawn, of targets and of tokens; the cache of the tree's first `kept` tokens.
 */
export function treeModel(
  model: ModelGraph,
  layout: ModelLayout,
  kind: DecodingKind,
  meanings: ReadonlyMap<string, MaskMeaning>,
): Uint8Array {
  const graph = graphBuilder(model.operatorSet);
  const carried = carriedEdges(kind);
  const first = firstValues(graph, kind);
  const body = graph.inner();
  const { next, go, listed } = treeBody(body, model, layout, kind, meanings);
  const bodyBytes = graphBytes(
    body.nodes,
    [],
    [
      edge("tree.iteration", ELEMENT.int64, []),
      edge("tree.going", ELEMENT.bool, []),
      ...carried,
      ...cacheEdges(layout, ({ input }) => input),
    ],
    [
      edge(go, ELEMENT.bool, []),
      ...carried.map((value) => ({ ...value, name: next[value.name] as string })),
      ...cacheEdges(layout, ({ output }) => output),
      ...listed.map(({ name, element }) => edge(name, element, [null])),
    ],
  );
  const steps = graph.add("Gather", [graph.add("Shape", ["tree.uniforms"]), graph.int64(0)]);
  const most = graph.add("Max", [steps, graph.int64(1)]);
  const caches = layout.cache.map(({ entry }) => treeCache(entry));
  const started = [most, graph.bool(true), ...carried.map(({ name }) => first[name] as string), ...caches];
  const results = graph.addMany("Loop", started, carried.length + caches.length + listed.length, { body: bodyBytes });
  const resultOf = (name: string): string => results[carried.findIndex((value) => value.name === name)] as string;
  const [tokens, logProbs, ...drawn] = results.slice(-listed.length) as [string, string, ...string[]];
  const grid: EdgeValue["shape"] = [null, null];
  const outputs = [
    edge(resultOf("tree.found"), ELEMENT.double, [null]),
    edge(resultOf("tree.picked"), ELEMENT.int64, [null]),
    edge(resultOf("tree.picked_log_probs"), ELEMENT.double, [null]),
    edge(tokens, ELEMENT.int64, grid),
    edge(logProbs, ELEMENT.double, grid),
    ...drawn.flatMap((name) => [
      edge(resultOf("tree.found_drawn"), ELEMENT.double, [null]),
      edge(name, ELEMENT.double, grid),
    ]),
    ...layout.cache.map(({ heads, headDim, type }, index) => {
      const whole = results[carried.length + index] as string;
      const start = graph.add("Slice", [whole, graph.int64([0]), "tree.kept", graph.int64([2])]);
      return edge(start, cacheElement(type), [null, heads, null, headDim]);
    }),
  ];
  const inputs = [...cacheEdges(layout, ({ entry }) => treeCache(entry)), ...INPUTS, ...decodingEdges(kind)];
  const constants = [...decoderConstants(model, layout), ...graph.constants];
  return modelBytes(model, graphBytes(graph.nodes, constants, inputs, outputs));
}
