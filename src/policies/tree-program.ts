import { Fault } from "../core/fault.js";
import type { Decoding } from "../core/policy.js";
import { cachedProgram, programKey } from "./compiled-cache.js";
import { createSession } from "./devices.js";
import { reasonAgainst } from "./graph-decoder.js";
import { decodingKind } from "./graph-distribution.js";
import { type ModelGraph, readModelGraph } from "./graph-file.js";
import { groupedNodes, reasonAgainstTrees } from "./graph-mask.js";
import { treeModel } from "./graph-tree.js";
import type { KvCache } from "./kv-cache.js";
import { MOST_DRAWN } from "./load-limits.js";
import { maskMeanings } from "./mask-meaning.js";
import type { ModelLayout } from "./model-layout.js";
import type * as ort from "./onnxruntime.js";
import { zeroCache } from "./tensors.js";
import { runTree, type TreeRequest, type TreeResult } from "./tree-run.js";

/** A decoder that reads, scores and draws behind a tree of tokens inside ONNX Runtime; its runs block the calling thread. */
export interface TreeProgram {
  /** What the first run of a tree reads behind. */
  readonly empty: KvCache;
  run(request: TreeRequest, decoding: Decoding): Promise<TreeResult>;
  close(): Promise<void>;
}

export interface CompileOptions {
  readonly device: string;
  readonly threads: number;
  /** Where compiled graphs are kept; null keeps none. */
  readonly cacheFolder: string | null;
  /** Most tokens a prompt and its reply have together; null when nobody says. */
  readonly contextLength: number | null;
}

type Refusal = { readonly reason: string };

/** What `work` gives; the reason where ONNX Runtime does not take a graph. Where the folder lies is no part of it. */
async function orRefusal<T>(modelFile: string, work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { reason: error.message.replaceAll(`${modelFile}: `, "") };
  }
}

function readGraph(file: string, layout: ModelLayout): ModelGraph | Refusal {
  try {
    const model = readModelGraph(file);
    const reason = reasonAgainst(model, layout) ?? reasonAgainstTrees(model, layout.takesPositions);
    return reason === null ? model : { reason };
  } catch (error) {
    if (error instanceof RangeError) return { reason: `its graph cannot be read: ${error.message}` };
    throw error;
  }
}

/** Compiles the decoder in `modelFile` for decodings of the kind of `decoding`, or says why it cannot. */
export async function openTreeProgram(
  modelFile: string,
  layout: ModelLayout,
  decoding: Decoding,
  { device, threads, cacheFolder, contextLength }: CompileOptions,
): Promise<TreeProgram | Refusal> {
  const model = readGraph(modelFile, layout);
  if ("reason" in model) return model;
  const open = (graph: Uint8Array, on: string): Promise<ort.InferenceSession> =>
    createSession(modelFile, on, threads, graph);
  const meanings = await orRefusal(modelFile, () =>
    maskMeanings(model, layout, contextLength, MOST_DRAWN, (graph) => open(graph, "cpu")),
  );
  if ("reason" in meanings) return meanings;
  const kind = decodingKind(decoding);
  const parts = [model.prelude, ...model.nodes.map((node) => node.bytes), ...model.weights.map((one) => one.bytes)];
  const key = programKey(`tree ${kind}`, [Buffer.from(JSON.stringify(layout)), ...parts]);
  const bytes = cachedProgram(cacheFolder, key, () => treeModel(model, layout, kind, meanings));
  const program = await orRefusal(modelFile, () => open(bytes, device));
  if ("reason" in program) return program;
  return {
    // The grouped kernel counts positions by itself when it reads behind nothing at all.
    empty: zeroCache(layout, groupedNodes(model).length > 0 ? 1 : 0),
    run: (request, own) => runTree(program, layout, own, request),
    close: () => program.release(),
  };
}
