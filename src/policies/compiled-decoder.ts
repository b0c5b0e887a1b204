import { Fault } from "../core/fault.js";
import type { Decoding } from "../core/policy.js";
import { cachedProgram, programKey } from "./compiled-cache.js";
import { type DrawRequest, runDraw } from "./compiled-draw.js";
import { runPrefill } from "./compiled-prefill.js";
import { runScore, type ScoreRequest, type ScoreResult } from "./compiled-score.js";
import type { Program, PromptPlace } from "./compiled-session.js";
import { createSession } from "./devices.js";
import type { DrawnTokens } from "./draw-actions.js";
import { canPad, reasonAgainst } from "./graph-decoder.js";
import { type DecodingKind, decodingKind } from "./graph-distribution.js";
import { drawModel } from "./graph-draw.js";
import { type ModelGraph, readModelGraph } from "./graph-file.js";
import { prefillModel } from "./graph-prefill.js";
import { scoreModel } from "./graph-score.js";
import type { KvCache } from "./kv-cache.js";
import type { ModelLayout } from "./model-layout.js";

/** A decoder whose sampling and scoring run inside ONNX Runtime; its runs block the calling thread. */
export interface CompiledDecoder {
  /** Prompts of unlike length may share a run. Else each must have read all of its cache's length. */
  readonly pads: boolean;
  /** Loads what a decoding needs. Gives ONNX Runtime's reason where it does not take a program; null when all is there. */
  prepare(decoding: Decoding): Promise<string | null>;
  /**
   * Reads `tokens` (rows of one length) behind `past` (as many rows) and gives the longer cache; computes no
   * logits.
   */
  prefill(tokens: readonly (readonly number[])[], past: KvCache): Promise<KvCache>;
  /** Draws one reply for each owner. The same uniforms give the tokens that `drawActions` draws. */
  draw(request: DrawRequest, decoding: Decoding): Promise<readonly DrawnTokens[]>;
  /** Scores given tokens, each sequence behind its prompt. */
  score(request: ScoreRequest, decoding: Decoding): Promise<ScoreResult>;
  close(): Promise<void>;
}

export interface CompileOptions {
  readonly device: string;
  readonly threads: number;
  /** Where compiled graphs are kept; null keeps none. */
  readonly cacheFolder: string | null;
}

function readGraph(file: string, layout: ModelLayout): ModelGraph | { readonly reason: string } {
  try {
    const model = readModelGraph(file);
    const reason = reasonAgainst(model, layout);
    return reason === null ? model : { reason };
  } catch (error) {
    if (error instanceof RangeError) return { reason: `its graph cannot be read: ${error.message}` };
    throw error;
  }
}

/**
 * Compiles the decoder in `modelFile`, or says why it cannot. Each program is made and loaded when it is first asked for,
 * for the kind of decoding it is asked with; `close` lets go of all of them.
 */
export function openCompiled(
  modelFile: string,
  layout: ModelLayout,
  { device, threads, cacheFolder }: CompileOptions,
): CompiledDecoder | { readonly reason: string } {
  const read = readGraph(modelFile, layout);
  if ("reason" in read) return read;
  const model: ModelGraph = read;
  const pads = canPad(model, layout);
  const programs = new Map<string, Promise<Program>>();

  function program(name: string, build: () => Uint8Array): Promise<Program> {
    const opened = programs.get(name);
    if (opened !== undefined) return opened;
    const parts = [model.prelude, ...model.nodes.map((node) => node.bytes), ...model.weights.map((one) => one.bytes)];
    const layoutBytes = Buffer.from(JSON.stringify(layout));
    const bytes = cachedProgram(cacheFolder, programKey(name, [layoutBytes, ...parts]), build);
    const opening = createSession(modelFile, device, threads, bytes);
    programs.set(name, opening);
    return opening;
  }

  const drawing = (kind: DecodingKind): Promise<Program> =>
    program(`draw ${kind}`, () => drawModel(model, layout, kind));
  const scoring = (kind: DecodingKind): Promise<Program> =>
    program(`score ${kind}`, () => scoreModel(model, layout, kind));

  function checkLengths(cache: KvCache, prompts: readonly PromptPlace[]): void {
    const other = prompts.find((prompt) => prompt.length !== cache.length);
    if (pads || other === undefined) return;
    throw new RangeError(`${modelFile} cannot read ${other.length} of ${cache.length} tokens: it sees all of a cache`);
  }

  const prefilling = (): Promise<Program> => program("prefill", () => prefillModel(model, layout));

  return {
    pads,
    async prepare(decoding) {
      const kind = decodingKind(decoding);
      const opening = await Promise.allSettled([prefilling(), drawing(kind), scoring(kind)]);
      const failed = opening.find((one) => one.status === "rejected")?.reason;
      if (failed !== undefined && !(failed instanceof Fault)) throw failed;
      // Where the folder lies is no part of the reason: a run's configuration holds it.
      return failed?.message.replaceAll(`${modelFile}: `, "") ?? null;
    },
    prefill: async (tokens, past) => runPrefill(await prefilling(), layout, tokens, past),
    async draw(request, decoding) {
      checkLengths(request.cache, request.prompts);
      return runDraw(await drawing(decodingKind(decoding)), layout, request, decoding);
    },
    async score(request, decoding) {
      checkLengths(request.cache, request.prompts);
      const kind = decodingKind(decoding);
      return runScore(await scoring(kind), layout, request, decoding, kind);
    },
    async close() {
      for (const opened of await Promise.allSettled(programs.values())) {
        if (opened.status === "fulfilled") await opened.value.release();
      }
      programs.clear();
    },
  };
}
