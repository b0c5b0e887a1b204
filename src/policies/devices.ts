import { dirname } from "node:path";
import { Fault } from "../core/fault.js";
import { executionProvider } from "./devices-options.js";
import { missingParts, reasonFor } from "./devices-reason.js";
import { readDevices } from "./devices-text.js";
import { loadReason } from "./load-reason.js";
import * as ort from "./onnxruntime.js";

/** Providers this build of ONNX Runtime has: `cpu` always, others by platform. */
function knownProviders(): readonly string[] {
  return ort.listSupportedBackends().map((backend) => backend.name);
}

/**
 * Every device of the text is known here, takes its index and options, and lacks nothing that can be seen without
 * trying it. Throws a Fault.
 */
export function checkDevice(text: string): void {
  const devices = readDevices(text);
  const { provider } = devices[0];
  if (!knownProviders().includes(provider)) {
    throw new Fault({
      where: "--device",
      expected: `one of ${knownProviders().join(", ")} on this machine`,
      got: provider,
      isUsage: true,
    });
  }
  for (const device of devices) executionProvider(device);
  const reason = missingParts(provider);
  if (reason !== null) throw new Fault({ where: `--device ${text}`, ...reason });
}

/** Most workers that may use a device at once: ONNX Runtime 1.30 crashes where two threads run WebGPU (issue 32561). */
function mostWorkers(text: string): number {
  return readDevices(text)[0].provider === "webgpu" ? 1 : Number.POSITIVE_INFINITY;
}

/** Each device gets a worker, and no more of them than it bears. Throws a Fault. */
export function checkWorkers(text: string, workers: number): void {
  const [least, most] = [readDevices(text).length, mostWorkers(text)];
  if (workers >= least && workers <= most) return;
  const expected =
    workers < least ? `at least ${least}, one for each device` : `1: ONNX Runtime runs ${text} in one thread`;
  throw new Fault({ where: "--workers", expected, got: String(workers), isUsage: true });
}

/** Workers to use where nothing is said: `onCpu`, or one for each device, so that its memory holds each model once. */
export function usualWorkers(text: string, onCpu: number): number {
  const devices = readDevices(text);
  return devices[0].provider === "cpu" ? onCpu : devices.length;
}

/**
 * Opens the model of `file` on exactly one device, never on another instead; or, instead of what the file holds, a
 * graph whose weights ONNX Runtime maps from that file's folder. Throws a Fault with the provider's own reason.
 */
export async function createSession(
  file: string,
  device: string,
  threads: number,
  graph?: Uint8Array,
): Promise<ort.InferenceSession> {
  checkDevice(device);
  const [one, ...others] = readDevices(device);
  if (others.length > 0) throw new Error(`a session runs on one device, not on ${device}`);
  const options: ort.InferenceSession.SessionOptions = {
    executionProviders: [executionProvider(one)],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: "sequential",
    graphOptimizationLevel: "all",
    logSeverityLevel: 3,
  };
  // Why a library does not load would go to stderr, once for each worker; the Fault says it.
  if (one.provider === "cuda" || one.provider === "tensorrt") ort.env.logLevel = "fatal";
  const extra = { session: { model_external_initializers_file_folder_path: dirname(file) } };
  try {
    if (graph !== undefined) return await ort.InferenceSession.create(graph, { ...options, extra });
    return await ort.InferenceSession.create(file, options);
  } catch (error) {
    const message = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, " ").trim();
    if (one.provider === "cpu")
      throw new Fault({ where: file, expected: "a model ONNX Runtime can load", got: loadReason(message) });
    throw new Fault({ where: `--device ${device}`, ...reasonFor(one.provider, message) });
  }
}
