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
  tokensAt,
} from "./graph-distribution.js";
import type { ModelGraph } from "./graph-file.js";
import type { ModelLayout } from "./model-layout.js";

/** Stands for the token of a draw that has ended. */
export const NO_TOKEN = -1;

const edge = (name: string, element: EdgeValue["element"], shape: EdgeValue["shape"]): EdgeValue => ({
  name,
  element,
  shape,
});

const INPUTS: readonly EdgeValue[] = [
  edge("cache_rows", ELEMENT.int64, [null]),
  edge("lengths", ELEMENT.int64, [null]),
  edge("last_tokens", ELEMENT.int64, [null]),
  edge("owners", ELEMENT.int64, [null]),
  edge("uniforms", ELEMENT.double, [null, null]),
  edge("end_tokens", ELEMENT.int64, [null]),
];

/** A value that each pass of the loop hands to the next. */
interface Carried {
  readonly value: EdgeValue;
  readonly first: string;
  readonly next: string;
}

/** Draws a token for each sample that goes on; `places` are row × vocabulary + token in the rows just read. */
function drawTokens(
  graph: GraphBuilder,
  kind: DecodingKind,
): { readonly tokens: string; readonly places: string; readonly logProbs: string; readonly width: string } {
  const full = fullDistribution(graph, graph.add("Squeeze", ["logits", graph.int64([1])]));
  const width = graph.add("Gather", [graph.add("Shape", [full.below]), graph.int64(1)]);
  const uniforms = graph.add("Gather", [graph.add("Gather", ["uniforms", "iteration"]), "samples"]);
  const tokens =
    kind === "greedy"
      ? graph.add("Gather", [bestTokens(graph, full), "beginnings"])
      : tokensAt(graph, decodedDistribution(graph, full, kind), uniforms, "beginnings");
  const places = graph.add("Add", [graph.add("Mul", ["beginnings", width]), tokens]);
  return { tokens, places, width, logProbs: logProbsAt(graph, full, places, "beginnings") };
}

/** bool: the sample has neither ended nor met logits that cannot be used. */
function goesOn(graph: GraphBuilder, tokens: string, logProbs: string): string {
  const column = graph.add("Unsqueeze", [tokens, graph.int64([1])]);
  const isEnd = graph.add("Cast", [graph.add("Equal", [column, "end_tokens"])], { to: ELEMENT.int64 });
  const count = graph.add("ReduceSum", [isEnd, graph.int64([1])], { keepdims: 0 });
  const ended = graph.add("Cast", [count], { to: ELEMENT.bool });
  return graph.add("Not", [graph.add("Or", [ended, graph.add("IsNaN", [logProbs])])]);
}

/**
 * One pass: reads the newest token of each distinct beginning, draws, and keeps the distinct beginnings that
 * follow.
 */
function writeBody(
  graph: GraphBuilder,
  layout: ModelLayout,
  kind: DecodingKind,
  first: Readonly<Record<string, string>>,
): { readonly carried: readonly Carried[]; readonly go: string; readonly drawn: readonly [string, string] } {
  const { tokens, places, logProbs, width } = drawTokens(graph, kind);
  const all = graph.add("Shape", ["owners"]);
  const spread = (values: string, rest: string): string =>
    graph.add("ScatterElements", [graph.add("Expand", [rest, all]), "samples", values], { axis: 0 });
  const keep = goesOn(graph, tokens, logProbs);
  const samples = graph.add("Compress", ["samples", keep], { axis: 0 });
  const [children, , beginnings] = graph.addMany("Unique", [graph.add("Compress", [places, keep], { axis: 0 })], 3);
  const parents = graph.add("Div", [children as string, width]);
  const ids = graph.add("Unsqueeze", [graph.add("Mod", [children as string, width]), graph.int64([1])]);
  const inherit = (tensor: string): string => graph.add("Gather", [tensor, parents], { axis: 0 });
  const ones = graph.add("Expand", [graph.int64(1), graph.add("Shape", [ids])]);
  const positions = layout.takesPositions ? "position_ids" : "positions";
  const next: readonly (readonly [EdgeValue, string])[] = [
    [edge("input_ids", ELEMENT.int64, [null, 1]), ids],
    [
      edge("attention_mask", ELEMENT.int64, [null, null]),
      graph.add("Concat", [inherit("attention_mask"), ones], { axis: 1 }),
    ],
    [edge(positions, ELEMENT.int64, [null, 1]), graph.add("Add", [inherit(positions), ones])],
    [edge("samples", ELEMENT.int64, [null]), samples],
    [edge("beginnings", ELEMENT.int64, [null]), beginnings as string],
    ...layout.cache.map(
      ({ input, output, heads, headDim, type }) =>
        [edge(input, cacheElement(type), [null, heads, null, headDim]), inherit(output)] as const,
    ),
  ];
  const left = graph.add("Gather", [graph.add("Shape", [samples]), graph.int64(0)]);
  return {
    carried: next.map(([value, after]) => ({ value, first: first[value.name] as string, next: after })),
    go: graph.add("Greater", [left, graph.int64(0)]),
    drawn: [spread(tokens, graph.int64(NO_TOKEN)), spread(logProbs, graph.double(0))],
  };
}

/** What the first pass starts from, by the names the body knows them under. */
function firstValues(graph: GraphBuilder, layout: ModelLayout): Readonly<Record<string, string>> {
  const column = (tensor: string): string => graph.add("Unsqueeze", [tensor, graph.int64([1])]);
  const ids = column("last_tokens");
  const ones = graph.add("Expand", [graph.int64(1), graph.add("Shape", [ids])]);
  const mask = maskOf(graph, "lengths", cacheWidth(graph, layout));
  const count = graph.add("Gather", [graph.add("Shape", ["owners"]), graph.int64(0)]);
  return {
    input_ids: ids,
    attention_mask: graph.add("Concat", [mask, ones], { axis: 1 }),
    [layout.takesPositions ? "position_ids" : "positions"]: column("lengths"),
    samples: graph.add("Range", [graph.int64(0), count, graph.int64(1)]),
    beginnings: graph.add("Identity", ["owners"]),
    ...Object.fromEntries(
      layout.cache.map(({ entry, input }) => [
        input,
        graph.add("Gather", [promptCache(entry), "cache_rows"], { axis: 0 }),
      ]),
    ),
  };
}

/**
 * A model that draws whole replies in one run.
 *
 * Inputs: `prompt.*` a cache; of B prompts `cache_rows` [B], the row each begins, `lengths` [B], how much of it each
 * has read, and `last_tokens` [B], what each reads next; `owners` [R], the prompt of each sample; `uniforms` [N, R];
 * `end_tokens`; the decoding's numbers.
 * Outputs: `tokens` and `log_probs`, [tokens drawn, R]: NO_TOKEN behind a sample's end; NaN where logits were not
 * usable.
 */
export function drawModel(model: ModelGraph, layout: ModelLayout, kind: DecodingKind): Uint8Array {
  const graph = graphBuilder(model.operatorSet);
  const most = graph.add("Gather", [graph.add("Shape", ["uniforms"]), graph.int64(0)]);
  const first = firstValues(graph, layout);
  const body = graph.inner();
  const { carried, go, drawn } = writeBody(body, layout, kind, first);
  const bodyBytes = graphBytes(
    [...model.nodes.map((node) => node.bytes), ...body.nodes],
    [],
    [edge("iteration", ELEMENT.int64, []), edge("going", ELEMENT.bool, []), ...carried.map(({ value }) => value)],
    [
      edge(go, ELEMENT.bool, []),
      ...carried.map(({ value, next }) => ({ ...value, name: next })),
      edge(drawn[0], ELEMENT.int64, [null]),
      edge(drawn[1], ELEMENT.double, [null]),
    ],
  );
  const started = [most, graph.bool(true), ...carried.map((one) => one.first)];
  const results = graph.addMany("Loop", started, carried.length + 2, { body: bodyBytes });
  const [tokens, logProbs] = results.slice(-2) as [string, string];
  const constants = [...decoderConstants(model, layout, 1), ...graph.constants];
  const outputs = [edge(tokens, ELEMENT.int64, [null, null]), edge(logProbs, ELEMENT.double, [null, null])];
  const inputs = [...promptCacheEdges(layout), ...INPUTS, ...decodingEdges(kind)];
  return modelBytes(model, graphBytes(graph.nodes, constants, inputs, outputs));
}
