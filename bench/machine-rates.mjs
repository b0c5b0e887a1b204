// What this machine reaches on a policy's products, by rows at once, and in copying memory.
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { headModel, layersModel } from "./product-model.mjs";

export const ROWS = [1, 4, 16, 64, 256, 512];
const SECONDS = 1;

/** Rates of all `workers` together, each with its own copy of the weights, as the engine has it. */
export async function machineRates(shapes, workers, threads) {
  const models = { layers: layersModel(shapes), head: headModel(shapes) };
  const file = new URL("./product-worker.mjs", import.meta.url);
  const pool = Array.from({ length: workers }, () => new Worker(file, { workerData: { models, threads } }));
  await Promise.all(pool.map((worker) => once(worker, "message")));
  async function together(request) {
    const answers = pool.map((worker) => once(worker, "message"));
    for (const worker of pool) worker.postMessage({ ...request, seconds: SECONDS });
    return (await Promise.all(answers)).reduce((sum, [rate]) => sum + rate, 0);
  }
  const rates = { layers: {}, head: {} };
  for (const kind of Object.keys(rates)) {
    for (const rows of ROWS) rates[kind][rows] = await together({ kind, rows });
  }
  rates.copy = await together({ kind: "copy" });
  for (const worker of pool) worker.postMessage({ kind: "close" });
  return rates;
}
