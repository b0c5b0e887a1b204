import { parentPort, workerData } from "node:worker_threads";
import { Fault } from "../core/fault.js";
import type { ActionToScore, Prompt } from "../core/policy.js";
import { deviceOf } from "./devices-text.js";
import type { EngineSession, PlainSampleOptions } from "./engine-session.js";
import { type OnnxEngine, type OnnxSpec, openEngine } from "./onnx-engine.js";

/** What a session asks: `policy` is the index it was opened under, `session` a number of its own. */
export type SessionCall = { readonly policy: number; readonly session: number } & (
  | { readonly kind: "fits"; readonly states: readonly Prompt[] }
  | { readonly kind: "sample"; readonly states: readonly Prompt[]; readonly options: PlainSampleOptions }
  | {
      readonly kind: "score";
      readonly states: readonly Prompt[];
      readonly actions: readonly (readonly ActionToScore[])[];
    }
  | { readonly kind: "end" }
);

/** What a worker is asked. After `close` it ends. */
export type EngineCall =
  | { readonly kind: "close" }
  | { readonly kind: "open"; readonly policy: number; readonly spec: OnnxSpec }
  | SessionCall;

/** A worker's answer; a Fault's parts travel as plain data, since a class does not survive the way. */
export type EngineAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly isFault: boolean; readonly message: string; readonly stack: string };

const engines = new Map<number, OnnxEngine>();
const sessions = new Map<number, EngineSession>();

function sessionOf({ policy, session }: SessionCall): EngineSession {
  const engine = engines.get(policy);
  if (engine === undefined) throw new Error(`policy ${policy} is not open in this worker`);
  const known = sessions.get(session) ?? engine.session();
  sessions.set(session, known);
  return known;
}

async function answer(call: Exclude<EngineCall, { kind: "close" }>): Promise<unknown> {
  if (call.kind === "open") {
    const engine = await openEngine({ ...call.spec, device: deviceOf(call.spec.device, workerData) });
    engines.set(call.policy, engine);
    return engine.info;
  }
  const session = sessionOf(call);
  if (call.kind === "end") {
    sessions.delete(call.session);
    return session.usage;
  }
  if (call.kind === "fits") return session.fits(call.states);
  return call.kind === "sample" ? session.sample(call.states, call.options) : session.score(call.states, call.actions);
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
