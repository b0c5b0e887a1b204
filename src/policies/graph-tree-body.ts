import { ELEMENT, type Element, type GraphBuilder } from "./graph-builder.js";
import {
  bestTokens,
  type DecodingKind,
  decodedDistribution,
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

/** Tensors by the names under which a pass of the loop knows them. */
export type Values = Readonly<Record<string, string>>;

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

/** Where `tokens` lie in the distributions of `rows`, counted through. */
function placesOf(graph: GraphBuilder, from: Distributions, tokens: string, rows: string): string {
  return graph.add("Add", [graph.add("Mul", [rows, from.width]), tokens]);
}

/** Scores of `tokens`, each after the row of `rows`. */
function scoresAt(graph: GraphBuilder, from: Distributions, tokens: string, rows: string): Scores {
  const places = placesOf(graph, from, tokens, rows);
  const logProbs = logProbsAt(graph, from.full, places, rows);
  if (from.decoded === null) {
    const isBest = graph.add("Equal", [graph.add("Gather", [bestTokens(graph, from.full), rows]), tokens]);
    return { logProbs, drawn: graph.add("Where", [isBest, graph.double(0), graph.double(-Infinity)]) };
  }
  if (from.decoded === from.full) return { logProbs, drawn: logProbs };
  return { logProbs, drawn: logProbsAt(graph, from.decoded, places, rows) };
}

/** The token at each uniform, after the row of `rows`. */
function drawAt(graph: GraphBuilder, from: Distributions, uniforms: string, rows: string): string {
  if (from.decoded !== null) return tokensAt(graph, from.decoded, uniforms, rows);
  return graph.add("Gather", [bestTokens(graph, from.full), rows]);
}

/** The next token of each sample that goes on: the one it is forced to say, else one that is drawn. */
function nextTokens(graph: GraphBuilder, from: Distributions): { readonly tokens: string; readonly isDrawn: string } {
  const ofSamples = (table: string): string =>
    graph.add("Gather", [graph.add("Gather", [table, "tree.iteration"]), "tree.samples"]);
  const forced = ofSamples("tree.forced");
  const isDrawn = graph.add("Less", [forced, graph.int64(0)]);
  const drawn = drawAt(graph, from, ofSamples("tree.uniforms"), "tree.beginnings");
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
    "tree.pick_rows_left": none(),
    "tree.pick_uniforms_left": graph.add("Cast", [none()], { to: ELEMENT.double }),
    "tree.samples": graph.add("Compress", ["tree.samples", keep], { axis: 0 }),
    "tree.beginnings": beginnings,
  };
}

/** What a pass ends with. */
export interface TreeBody {
  /** What the next pass starts from, by the names it knows it under. */
  readonly next: Values;
  /** Whether there is one. */
  readonly go: string;
  /** What this pass adds to the outputs. */
  readonly listed: readonly { readonly name: string; readonly element: Element }[];
}

/** One pass: reads tokens, scores the targets, draws for every sample, and says what follows. */
export function treeBody(
  graph: GraphBuilder,
  model: ModelGraph,
  layout: ModelLayout,
  kind: DecodingKind,
  meanings: ReadonlyMap<string, MaskMeaning>,
): TreeBody {
  putTreeDecoder(graph, model, layout, meanings);
  const from = distributions(graph, kind);
  const { tokens, isDrawn } = nextTokens(graph, from);
  const said = scoresAt(graph, from, tokens, "tree.beginnings");
  const keep = goesOn(graph, tokens, isDrawn, said.logProbs);
  const scored = scoresAt(graph, from, "tree.targets_left", "tree.target_rows_left");
  const picked = drawAt(graph, from, "tree.pick_uniforms_left", "tree.pick_rows_left");
  const pickedPlaces = placesOf(graph, from, picked, "tree.pick_rows_left");
  const pickedLogProbs = logProbsAt(graph, from.full, pickedPlaces, "tree.pick_rows_left");
  const behind = (found: string, more: string): string => graph.add("Concat", [found, more], { axis: 0 });
  const next: Values = {
    ...nextValues(graph, tokens, keep, from.width),
    "tree.found": behind("tree.found", scored.logProbs),
    "tree.picked": behind("tree.picked", picked),
    "tree.picked_log_probs": behind("tree.picked_log_probs", pickedLogProbs),
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
      { name: spread(tokens, graph.int64(NO_TOKEN)), element: ELEMENT.int64 },
      { name: spread(said.logProbs, graph.double(0)), element: ELEMENT.double },
      ...(kind === "plain" ? [] : [{ name: spread(said.drawn, graph.double(0)), element: ELEMENT.double }]),
    ],
  };
}
