// One thread of the machine's measurement: runs a model of products, or copies memory, for a while; gives operations
// or bytes a second.
import { parentPort, workerData } from "node:worker_threads";
import { InferenceSession, Tensor } from "onnxruntime-node";

const { models, threads } = workerData;
const COPIED = 2 ** 27;
const options = { intraOpNumThreads: threads, interOpNumThreads: 1, executionProviders: ["cpu"] };
const sessions = {};
for (const [name, { model }] of Object.entries(models)) {
  sessions[name] = await InferenceSession.create(new Uint8Array(model), options);
}

async function often(seconds, once) {
  await once();
  const startedMs = performance.now();
  let times = 0;
  while (performance.now() - startedMs < seconds * 1000) {
    await once();
    times += 1;
  }
  return (times * 1000) / (performance.now() - startedMs);
}

parentPort.on("message", async ({ kind, rows, seconds }) => {
  if (kind === "close") return parentPort.close();
  if (kind === "copy") {
    const source = new Uint8Array(COPIED).fill(1);
    const target = new Uint8Array(COPIED);
    return parentPort.postMessage(2 * COPIED * (await often(seconds, () => target.set(source))));
  }
  const { weights, width } = models[kind];
  const x = new Tensor("float32", new Float32Array(rows * width).fill(0.01), [rows, width]);
  parentPort.postMessage(2 * weights * rows * (await often(seconds, () => sessions[kind].run({ x }))));
});
parentPort.postMessage("open");
