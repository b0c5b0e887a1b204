import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { loaderFault, missingLibraries } from "./devices-libraries.js";

/** Why a device cannot be used: what it takes, and what was found instead. */
export interface DeviceReason {
  readonly expected: string;
  readonly got: string;
}

const DRIVER = "libcuda.so.1";
const VULKAN = "libvulkan.so.1";

/** What brings a library whose name begins so. */
interface Origin {
  readonly names: RegExp;
  readonly what: string;
  /** The user has to tell the loader where it lies. */
  readonly isPlaced: boolean;
}

const origins: readonly Origin[] = [
  { names: /^libonnxruntime_/, what: "ONNX Runtime's own CUDA parts (`npm run install:cuda`)", isPlaced: false },
  { names: /^libcuda\./, what: "NVIDIA's driver", isPlaced: false },
  { names: /^lib(cudart|cublas|cublasLt|curand|cufft|nvrtc)\./, what: "CUDA's runtime libraries", isPlaced: true },
  { names: /^libcudnn/, what: "cuDNN", isPlaced: true },
  { names: /^libnv(infer|onnxparser)/, what: "TensorRT", isPlaced: true },
];

/** The folder of ONNX Runtime's own libraries. */
export function onnxRuntimeFolder(): string {
  const bin = join(dirname(createRequire(import.meta.url).resolve("onnxruntime-node")), "../bin");
  const api = readdirSync(bin).find((name) => name.startsWith("napi-")) ?? "";
  return join(bin, api, process.platform, process.arch);
}

/** Of names of libraries, and of what the loader says against others. */
function reasonOf(missing: readonly string[]): DeviceReason {
  const from = origins.filter(({ names }) => missing.some((name) => names.test(name)));
  const others = missing.filter((name) => !origins.some(({ names }) => names.test(name)));
  const place = from.some(({ isPlaced }) => isPlaced) ? " on the loader's path (LD_LIBRARY_PATH, ldconfig)" : "";
  const wanted = [...others, ...from.map(({ what }) => what)];
  const found = missing.map((name) => (/\s/.test(name) ? name : `no ${name}`));
  return { expected: `${wanted.join(", ")}${place}`, got: found.join(", ") };
}

function isCuda(provider: string): boolean {
  return provider === "cuda" || provider === "tensorrt";
}

function ownParts(provider: string): readonly string[] {
  return ["shared", provider].map((part) => `libonnxruntime_providers_${part}.so`);
}

/** What a provider lacks, as far as can be seen before it is tried; null when nothing is seen to be missing. */
export function missingParts(provider: string, folder = onnxRuntimeFolder()): DeviceReason | null {
  if (process.platform !== "linux") return null;
  if (isCuda(provider)) {
    const absent = ownParts(provider).filter((name) => !existsSync(join(folder, name)));
    if (absent.length === 0) return null;
    return reasonOf(loaderFault(DRIVER) === null ? absent : [...absent, DRIVER]);
  }
  if (provider !== "webgpu" || loaderFault(VULKAN) === null) return null;
  const expected = "a GPU with a Vulkan driver, and the Vulkan loader (on Debian and Ubuntu `apt install libvulkan1`)";
  return { expected, got: `no ${VULKAN}` };
}

/** Why a provider did not start, once it was tried and ONNX Runtime said `message`, on one line. */
export function reasonFor(provider: string, message: string, folder = onnxRuntimeFolder()): DeviceReason {
  if (isCuda(provider) && process.platform === "linux") {
    const missing = ownParts(provider).flatMap((name) => missingLibraries(join(folder, name)));
    if (missing.length > 0) return reasonOf([...new Set(missing)]);
  }
  if (provider === "webgpu" && message.includes("No supported adapters")) {
    const driver = "a Vulkan driver, whose JSON lies in /usr/share/vulkan/icd.d or is named by VK_ICD_FILENAMES";
    const expected = process.platform === "linux" ? `a GPU with ${driver}` : "a GPU that WebGPU can use";
    return { expected, got: "no adapter that WebGPU supports" };
  }
  return { expected: `a working ${provider} device`, got: message };
}
