// Who draws, and with which settings: `ours` first, to which the others are compared. Each is given both cores, as
// processes × threads. Arms that take minutes a round are `slow`: they run when --only names them.

const ours = { file: "ours.mjs", atOnce: 2, settings: { workers: 2 } };

function transformersJs(processes, threads, cache, sampler) {
  return { file: "transformers-js.mjs", processes, settings: { threads, cache, sampler } };
}

/** Where sequences sample in several threads at once, node-llama-cpp 3.21.1 draws wrongly: 3.9 nats a token, not 1.8. */
function llama(processes, threads, share) {
  const environment = { UV_THREADPOOL_SIZE: "1" };
  return { file: "node-llama-cpp.mjs", processes, environment, settings: { threads, share } };
}

function genai(processes, threads, mode) {
  return { file: "onnxruntime_genai_peer.py", processes, settings: { threads, mode } };
}

export const samplingArms = {
  frozenlake: {
    ours,
    "transformers.js 1 × 2": { ...transformersJs(1, 2, "none", "own"), slow: true },
    "transformers.js 2 × 1": transformersJs(2, 1, "none", "own"),
    "transformers.js 2 × 1 shared": transformersJs(2, 1, "shared", "own"),
    "transformers.js 2 × 1 shared gumbel": transformersJs(2, 1, "shared", "gumbel"),
  },
  smollm2: {
    ours,
    "transformers.js 2 × 1": { ...transformersJs(2, 1, "none", "own"), slow: true },
    "transformers.js 2 × 1 shared": { ...transformersJs(2, 1, "shared", "own"), slow: true },
    "transformers.js 1 × 2 shared gumbel": transformersJs(1, 2, "shared", "gumbel"),
    "transformers.js 2 × 1 shared gumbel": transformersJs(2, 1, "shared", "gumbel"),
    "node-llama-cpp 1 × 2": { ...llama(1, 2, "none"), slow: true },
    "node-llama-cpp 1 × 2 shared": llama(1, 2, "file"),
    "node-llama-cpp 2 × 1 shared": llama(2, 1, "file"),
    "onnxruntime-genai 1 × 2 batch": { ...genai(1, 2, "batch"), slow: true },
    "onnxruntime-genai 2 × 1 batch": { ...genai(2, 1, "batch"), slow: true },
    "onnxruntime-genai 2 × 1 rewound": genai(2, 1, "rewind"),
  },
};
