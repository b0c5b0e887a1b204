// How far Matched-State is from what this machine can do: the rates of a policy's matrix products alone and of copying
// memory, the share of its time outside ONNX Runtime, and the operations that its draws need against those rates.
// Build first.
//   node bench/machine.mjs frozenlake|smollm2 [--models models] [--rounds 5] [--trajectories N] [--turns N]
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { machineRates, ROWS } from "./machine-rates.mjs";
import { needed } from "./needed.mjs";
import { readOptions } from "./options.mjs";
import { openPeer } from "./peer-processes.mjs";
import { shapesOf } from "./product-model.mjs";
import { inRounds, median } from "./rounds.mjs";
import { makeWorkload } from "./workloads.mjs";

const WORKERS = 2;
const options = readOptions(process.argv.slice(2));
const [name = "smollm2"] = options.names;
const folder = mkdtempSync(join(tmpdir(), "matched-state-bench-"));
const file = join(folder, "workload.json");
const { about, model, trajectories } = makeWorkload(name, options, file);
const shapes = shapesOf(JSON.parse(readFileSync(join(model, "config.json"), "utf8")));

const giga = (rate) => (rate / 1e9).toFixed(1);
console.log(`products in ${name}'s shapes, GFLOP/s by rows at once; copying memory, GB/s read and written`);
const rates = {};
for (const [workers, threads] of [
  [1, 1],
  [1, 2],
  [WORKERS, 1],
]) {
  const found = await machineRates(shapes, workers, threads);
  rates[`${workers} × ${threads}`] = found;
  for (const kind of ["layers", "head"]) {
    const row = ROWS.map((rows) => `${rows}: ${giga(found[kind][rows])}`).join("  ");
    console.log(`${workers} × ${threads} ${kind}: ${row}`);
  }
  console.log(`${workers} × ${threads} copy: ${giga(found.copy)}`);
}

console.log(about);
const settings = { file: "ours.mjs", atOnce: WORKERS, settings: { workers: WORKERS }, preload: "run-clock.mjs" };
const peer = await openPeer(settings, { workload: file, python: options.python });
const clocks = [];
let drawn = null;
async function round(number) {
  const [before] = await peer.each("clock", [{}]);
  const startedMs = performance.now();
  drawn = await peer.each(
    "sample",
    trajectories.map((_, trajectory) => ({ trajectory, round: number })),
  );
  const ms = performance.now() - startedMs;
  const [after] = await peer.each("clock", [{}]);
  const total = (of, key) => of.reduce((sum, one) => sum + one[key], 0);
  const inside = total(after, "ms") - total(before, "ms");
  clocks.push({
    ms,
    inside,
    runs: total(after, "runs") - total(before, "runs"),
    ...needed(shapes, trajectories, drawn),
  });
}
await inRounds({ ours: round }, options.rounds, () => {});
peer.close();
rmSync(folder, { recursive: true });

const measured = clocks.slice(1);
const middle = (value) => median(measured.map(value));
const found = rates[`${WORKERS} × 1`];
const fastest = (kind) => Math.max(...Object.values(found[kind]));
const limitMs = (one, layers, head) => ((one.layers + one.attention) / layers + one.head / head) * 1000;
const ms = middle((one) => one.ms);
console.log(`ours: ${ms.toFixed(0)} ms a round, ${middle((one) => one.runs)} runs of ONNX Runtime`);
const outside = middle((one) => 1 - one.inside / (WORKERS * one.ms));
console.log(`outside ONNX Runtime, waiting included: ${(100 * outside).toFixed(1)} % of ${WORKERS} threads' time`);
const [{ promptTokens, replyTokens, drawnTokens }] = measured;
console.log(`tokens read: ${promptTokens} of prompts, ${replyTokens} of distinct beginnings; ${drawnTokens} drawn`);
const operations = middle((one) => one.layers + one.attention + one.head);
console.log(`needed: ${giga(operations)} GFLOP; reached ${giga(operations / (ms / 1000))} GFLOP/s`);
const limits = {
  "the fastest rows": (one) => limitMs(one, fastest("layers"), fastest("head")),
  "16 rows at once": (one) => limitMs(one, found.layers[16], found.head[16]),
};
for (const [label, limit] of Object.entries(limits)) {
  const least = middle(limit);
  console.log(`at the rate of ${label}: ${least.toFixed(0)} ms, ${(100 * (least / ms)).toFixed(0)} % of ours`);
}
