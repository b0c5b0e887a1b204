import { parentPort } from "node:worker_threads";
import { Fault } from "../core/fault.js";
import type { ActionToScore, Prompt } from "../core/policy.js";
import { type OnnxEngine, type OnnxSpec, openEngine } from "./onnx-engine.js";

/** What a worker is asked: `policy` is the index it was opened under. After `close` the worker ends. */
export type EngineCall =
  | { readonly kind: "close" }
  | { readonly kind: "open"; readonly policy: number; readonly spec: OnnxSpec }
  | { readonly kind: "fits"; readonly policy: number; readonly states: readonly Prompt[] }
  | {
      readonly kind: "sample";
      readonly policy: number;
      readonly states: readonly Prompt[];
      readonly options: { readonly samples: number; readonly rngKey: string; readonly expected: readonly string[] };
    }
  | {
      readonly kind: "score";
      readonly policy: number;
      readonly states: readonly Prompt[];
      readonly actions: readonly (readonly ActionToScore[])[];
    };

/** A worker's answer; a Fault's parts travel as plain data, since a class does not survive the way. */
export type EngineAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly isFault: boolean; readonly message: string; readonly stack: string };

const engines = new Map<number, OnnxEngine>();

async function answer(call: Exclude<EngineCall, { kind: "close" }>): Promise<unknown> {
  if (call.kind === "open") {
    const engine = await openEngine(call.spec);
    engines.set(call.policy, engine);
    return engine.info;
  }
  const engine = engines.get(call.policy);
  if (engine === undefined) throw new Error(`policy ${call.policy} is not open in this worker`);
  if (call.kind === "fits") return engine.fits(call.states);
  return call.kind === "sample" ? engine.sample(call.states, call.options) : engine.score(call.states, call.actions);
}

parentPort?.on("message", async (call: EngineCall) => {
  if (call.kind === "close") {
    for (const engine of engines.values()) await engine.close();
    parentPort?.close();
    return;
  }
  let reply: EngineAnswer;
  try {
    reply = { ok: true, value: await answer(call) };
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    reply = { ok: false, isFault: error instanceof Fault, message, stack: stack ?? "" };
  }
  parentPort?.postMessage(reply);
});
