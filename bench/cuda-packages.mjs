// Prints PyPI's packages of the CUDA libraries that ONNX Runtime's CUDA provider asks for and the loader does not find,
// one a line; cuDNN, which it opens while it runs, among them. Build first, and `npm run install:cuda`.
import { join } from "node:path";

const dist = process.env.MATCHED_STATE_DIST ?? new URL("../dist", import.meta.url).pathname;
const { loaderFault, missingLibraries, neededLibraries } = await import(`${dist}/policies/devices-libraries.js`);
const { onnxRuntimeFolder } = await import(`${dist}/policies/devices-reason.js`);

const CUDNN = "libcudnn.so.9";
const NAMES = {
  libcudart: "nvidia-cuda-runtime",
  libcublas: "nvidia-cublas",
  libcublasLt: "nvidia-cublas",
  libcurand: "nvidia-curand",
  libcufft: "nvidia-cufft",
};

const provider = join(onnxRuntimeFolder(), "libonnxruntime_providers_cuda.so");
const cuda = neededLibraries(provider)
  .find((name) => name.startsWith("libcudart.so."))
  ?.split(".so.")[1];
const packages = missingLibraries(provider).flatMap((library) => {
  const [name, version] = library.split(".so.");
  if (!Object.hasOwn(NAMES, name)) return [];
  // Since CUDA 13 the names carry no suffix, and a package's version is its library's.
  return [Number(cuda) < 13 ? `${NAMES[name]}-cu${cuda}` : `${NAMES[name]}==${version}.*`];
});
if (loaderFault(CUDNN) !== null) packages.push(`nvidia-cudnn-cu${cuda}`);
for (const one of new Set(packages)) console.log(one);
