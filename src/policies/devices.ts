import { dirname } from "node:path";
import * as ort from "onnxruntime-node";
import { Fault } from "../core/fault.js";

const INSTALL =
  "its libraries: install them with `npm run install:cuda`, and the CUDA and cuDNN runtimes of the system beside them";

/** Devices this build of ONNX Runtime has a provider for: `cpu` always, others by platform. */
function knownDevices(): readonly string[] {
  return ort.listSupportedBackends().map((backend) => backend.name);
}

/** The device is known here. Throws a Fault that lists those which are. */
export function checkDevice(device: string): void {
  if (!knownDevices().includes(device)) {
    throw new Fault({
      where: "--device",
      expected: `one of ${knownDevices().join(", ")} on this machine`,
      got: device,
      isUsage: true,
    });
  }
}

/**
 * Opens the model of `file` on exactly one device, never on another instead; or, instead of what the file holds, a graph
 * whose weights ONNX Runtime maps from that file's folder. Throws a Fault with the provider's own reason.
 */
export async function createSession(
  file: string,
  device: string,
  threads: number,
  graph?: Uint8Array,
): Promise<ort.InferenceSession> {
  checkDevice(device);
  const options: ort.InferenceSession.SessionOptions = {
    executionProviders: [device],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: "sequential",
    graphOptimizationLevel: "all",
    logSeverityLevel: 3,
  };
  const extra = { session: { model_external_initializers_file_folder_path: dirname(file) } };
  try {
    if (graph !== undefined) return await ort.InferenceSession.create(graph, { ...options, extra });
    return await ort.InferenceSession.create(file, options);
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, " ").trim();
    if (device === "cpu") throw new Fault({ where: file, expected: "a model ONNX Runtime can load", got: reason });
    const needs =
      device === "cuda" || device === "tensorrt" ? `${device} and ${INSTALL}` : `a working ${device} device`;
    throw new Fault({ where: `--device ${device}`, expected: needs, got: reason });
  }
}
