import { type EdgeValue, ELEMENT, type GraphBuilder, graphBuilder, graphBytes } from "./graph-builder.js";
import { cacheEdges, cacheElement, decoderConstants, modelBytes, treeCache } from "./graph-decoder.js";
import {
  bestTokens,
  type DecodingKind,
  decodedDistribution,
  decodingEdges,
  fullDistribution,
  type GraphDistribution,
  logProbsAt,
  tokensAt,
} from "./graph-distribution.js";
import type { ModelGraph } from "./graph-file.js";
import { putTreeDecoder } from "./graph-tree-decoder.js";
import type { MaskMeaning } from "./mask-meaning.js";
import type { ModelLayout } from "./model-layout.js";

/** Stands for the token of a draw that has ended. */
export const NO_TOKEN = -1;
/** In `forced`: here the sample draws, and here it is over. */
export const DRAW = -1;
export const STOP = -2;

type Values = Readonly<Record<string, string>>;

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
    edge("tree.samples", ELEMENT.int64, [null]),
    edge("tree.beginnings", ELEMENT.int64, [null]),
    edge("tree.found", ELEMENT.double, [null]),
    ...(kind === "plain" ? [] : [edge("tree.found_drawn", ELEMENT.double, [null])]),
  ];
}

/** Log-probabilities of tokens, and the logs of the chances that the decoding draws them; the same in plain decoding. */
interface Scores {
  readonly logProbs: string;
  readonly drawn: string;
}

/** The distributions after the tokens just read, [wanted tokens, vocabulary]. */
interface Distributions {
  readonly full: GraphDistribution;
  readonly decoded: GraphDistribution | null;
  readonly width: string;
}

function distributions(graph: GraphBuilder, kind: DecodingKind): Distributions {
  const full = fullDistribution(graph, graph.add("Squeeze", ["logits", graph.int64([0])]));
  const width = graph.add("Gather", [graph.add("Shape", [full.below]), graph.int64(1)]);
  return { full, width, decoded: kind === "greedy" ? null : decodedDistribution(graph, full, kind) };
}

/** Scores of `tokens`, each after the row of `rows`. */
function scoresAt(graph: GraphBuilder, from: Distributions, tokens: string, rows: string): Scores {
  const places = graph.add("Add", [graph.add("Mul", [rows, from.width]), tokens]);
  const logProbs = logProbsAt(graph, from.full, places, rows);
  if (from.decoded === null) {
    const isBest = graph.add("Equal", [graph.add("Gather", [bestTokens(graph, from.full), rows]), tokens]);
    return { logProbs, drawn: graph.add("Where", [isBest, graph.double(0), graph.double(-Infinity)]) };
  }
  if (from.decoded === from.full) return { logProbs, drawn: logProbs };
  return { logProbs, drawn: logProbsAt(graph, from.decoded, places, rows) };
}

/** The next token of each sample that goes on: the one it is forced to say, else one that is drawn. */
function nextTokens(graph: GraphBuilder, from: Distributions): { readonly tokens: string; readonly isDrawn: string } {
  const ofSamples = (table: string): string =>
    graph.add("Gather", [graph.add("Gather", [table, "tree.iteration"]), "tree.samples"]);
  const forced = ofSamples("tree.forced");
  const isDrawn = graph.add("Less", [forced, graph.int64(0)]);
  const drawn =
    from.decoded === null
      ? graph.add("Gather", [bestTokens(graph, from.full), "tree.beginnings"])
      : tokensAt(graph, from.decoded, ofSamples("tree.uniforms"), "tree.beginnings");
  return { isDrawn, tokens: graph.add("Where", [isDrawn, drawn, forced]) };
}

/** bool: the sample has not said an end token of its own, has more to say, and met no logits that cannot be used. */
function goesOn(graph: GraphBuilder, tokens: string, isDrawn: string, logProbs: string): string {
  const column = graph.add("Unsqueeze", [tokens, graph.int64([1])]);
  const isEnd = graph.add("Cast", [graph.add("Equal", [column, "tree.end_tokens"])], { to: ELEMENT.int64 });
  const count = graph.add("ReduceSum", [isEnd, graph.int64([1])], { keepdims: 0 });
  const ended = graph.add("And", [graph.add("Cast", [count], { to: ELEMENT.bool }), isDrawn]);
  const after = graph.add("Add", ["tree.iteration", graph.int64(1)]);
  const following = graph.add("Gather", [graph.add("Gather", ["tree.forced", after]), "tree.samples"]);
  const stopped = graph.add("Equal", [following, graph.int64(STOP)]);
  const broken = graph.add("IsNaN", [logProbs]);
  return graph.add("Not", [graph.add("Or", [graph.add("Or", [ended, stopped]), broken])]);
}

/** What follows the tokens just read: distinct beginnings, each one token longer than one of them. */
function nextValues(graph: GraphBuilder, tokens: string, keep: string, width: string): Values {
  const places = graph.add("Add", [graph.add("Mul", ["tree.beginnings", width]), tokens]);
  const kept = graph.add("Compress", [places, keep], { axis: 0 });
  const [children, , beginnings] = graph.addMany("Unique", [kept], 3) as [string, string, string];
  const parents = graph.add("Gather", ["tree.wanted_rows", graph.add("Div", [children, width])]);
  const row = (tensor: string): string => graph.add("Unsqueeze", [tensor, graph.int64([0])]);
  const before = graph.add("Gather", [graph.add("Squeeze", ["position_ids", graph.int64([0])]), parents]);
  const count = graph.add("Gather", [graph.add("Shape", [children]), graph.int64(0)]);
  const rows = graph.add("Range", [graph.int64(0), count, graph.int64(1)]);
  const self = graph.add("Equal", [graph.add("Unsqueeze", [rows, graph.int64([1])]), row(rows)]);
  const none = (): string => graph.add("Identity", [graph.int64([])]);
  return {
    input_ids: row(graph.add("Mod", [children, width])),
    position_ids: row(graph.add("Add", [before, graph.int64(1)])),
    "tree.seen": graph.add("Concat", [graph.add("Gather", ["tree.seen", parents]), self], { axis: 1 }),
    "tree.wanted_rows": rows,
    "tree.targets_left": none(),
    "tree.target_rows_left": none(),
    "tree.samples": graph.add("Compress", ["tree.samples", keep], { axis: 0 }),
    "tree.beginnings": beginnings,
  };
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
    "tree.samples": graph.add("Range", [graph.int64(0), count, graph.int64(1)]),
    "tree.beginnings": graph.add("Identity", ["tree.owners"]),
    "tree.found": none,
    ...(kind === "plain" ? {} : { "tree.found_drawn": graph.add("Identity", [none]) }),
  };
}

/** One pass: reads tokens, scores the targets, draws for every sample, and says what follows. */
function writeBody(
  graph: GraphBuilder,
  model: ModelGraph,
  layout: ModelLayout,
  kind: DecodingKind,
  meanings: ReadonlyMap<string, MaskMeaning>,
): { readonly next: Values; readonly go: string; readonly listed: readonly EdgeValue[] } {
  putTreeDecoder(graph, model, layout, meanings);
  const from = distributions(graph, kind);
  const { tokens, isDrawn } = nextTokens(graph, from);
  const said = scoresAt(graph, from, tokens, "tree.beginnings");
  const keep = goesOn(graph, tokens, isDrawn, said.logProbs);
  const scored = scoresAt(graph, from, "tree.targets_left", "tree.target_rows_left");
  const behind = (found: string, more: string): string => graph.add("Concat", [found, more], { axis: 0 });
  const next: Values = {
    ...nextValues(graph, tokens, keep, from.width),
    "tree.found": behind("tree.found", scored.logProbs),
    ...(kind === "plain" ? {} : { "tree.found_drawn": behind("tree.found_drawn", scored.drawn) }),
  };
  const all = graph.add("Shape", ["tree.owners"]);
  const spread = (values: string, rest: string): string =>
    graph.add("ScatterElements", [graph.add("Expand", [rest, all]), "tree.samples", values], { axis: 0 });
  const left = graph.add("Gather", [graph.add("Shape", [next["tree.samples"] as string]), graph.int64(0)]);
  return {
    next,
    go: graph.add("Greater", [left, graph.int64(0)]),
    listed: [
      edge(spread(tokens, graph.int64(NO_TOKEN)), ELEMENT.int64, [null]),
      edge(spread(said.logProbs, graph.double(0)), ELEMENT.double, [null]),
      ...(kind === "plain" ? [] : [edge(spread(said.drawn, graph.double(0)), ELEMENT.double, [null])]),
    ],
  };
}

/**
 * A model that reads, scores and draws behind one tree of tokens, in one run.
 *
 * Inputs, under names that begin with `tree.`: a cache of P tokens of the tree; of n tokens to read, parents first,
 * `tokens` [n], `places` [n] (how deep each stands) and `sees` [n, P + n], which tokens each sees, itself among them;
 * `wanted` [w], at least one, those of the n whose distributions are asked for; of m scores, `targets` [m] and
 * `target_rows` [m], a token and the index in `wanted` of what it follows; of R samples, `owners` [R], the index in
 * `wanted` of what each follows, `forced` [N + 1, R], at each step a token, DRAW or STOP, and `uniforms` [N, R], N at
 * least 1; `end_tokens`; `kept` [1]; the decoding's numbers.
 * Outputs, in this order: log-probabilities of the targets [m]; tokens [steps, R], NO_TOKEN behind a sample's end; their
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
  const { next, go, listed } = writeBody(body, model, layout, kind, meanings);
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
