// Preloaded into every thread of an engine: counts the time inside ONNX Runtime's native run, which blocks its thread,
// and tells it to whoever asks on a channel.
import { createRequire } from "node:module";
import { BroadcastChannel, isMainThread, threadId } from "node:worker_threads";

if (!isMainThread) {
  const entry = createRequire(new URL("../package.json", import.meta.url)).resolve("onnxruntime-node");
  const native = createRequire(entry)("./binding.js");
  const { InferenceSession } = native.binding;
  let runs = 0;
  let ms = 0;
  class ClockedSession extends InferenceSession {
    run(...args) {
      const startedMs = performance.now();
      const outputs = super.run(...args);
      ms += performance.now() - startedMs;
      runs += 1;
      return outputs;
    }
  }
  native.binding = Object.create(native.binding, { InferenceSession: { value: ClockedSession } });
  const channel = new BroadcastChannel("matched-state-bench-clock");
  channel.onmessage = ({ data }) => {
    if (data === "tell") channel.postMessage({ threadId, runs, ms });
  };
  channel.unref();
}
