#!/usr/bin/env bash
# One command for a machine with a GPU: makes CUDA and WebGPU ready as far as it can without the rights of root, then
# holds both against the CPU and times them (gpu.mjs, which takes the arguments).
#   bench/gpu.sh [--samples 16] [--seconds 20] [NAME=FOLDER ...]
# With NVIDIA's driver it downloads ONNX Runtime's CUDA parts from NuGet and, from PyPI into bench/.venv, the CUDA
# libraries that the system lacks. Without a Vulkan device it takes one in software, where apt has it.
set -euo pipefail
cd "$(dirname "$0")/.."
[[ -d node_modules/onnxruntime-node ]] || npm ci --no-audit --no-fund
npm run --silent build

look_in() {
  export LD_LIBRARY_PATH="$1${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
}

look_in_venv() {
  look_in "$(find "$PWD/bench/.venv" -path '*/nvidia/*' -name '*.so.*' -printf '%h\n' | sort -u | paste -sd:)"
}

ready_cuda() {
  [[ -n $(find node_modules/onnxruntime-node/bin -name libonnxruntime_providers_cuda.so) ]] ||
    npm run --silent install:cuda || return 0
  [[ ! -d bench/.venv ]] || look_in_venv
  local packages
  packages=$(node bench/cuda-packages.mjs)
  [[ -n "$packages" ]] || return 0
  [[ -d bench/.venv ]] || python3 -m venv bench/.venv
  xargs bench/.venv/bin/pip install --quiet <<<"$packages" && look_in_venv
}

opens_webgpu() {
  node --input-type=module -e '
    const { createSession } = await import(`${process.cwd()}/dist/policies/devices.js`);
    await createSession("fixtures/frozenlake/policies/base/onnx/model.onnx", "webgpu", 1);' 2>/dev/null
}

# Where nothing can be made ready, gpu.mjs says what is missing.
if command -v nvidia-smi >/dev/null && GPU_NAME=$(nvidia-smi --query-gpu=name --format=csv,noheader | paste -sd,); then
  export GPU_NAME
  ready_cuda || true
fi
if ! opens_webgpu && software=$(bench/software-vulkan.sh); then
  echo "no Vulkan device: WebGPU runs on SwiftShader, in software" >&2
  look_in "$software"
  export VK_ICD_FILENAMES="$software/vk_swiftshader_icd.json"
  set -- --seconds 5 "$@"
fi
node bench/gpu.mjs "$@"
