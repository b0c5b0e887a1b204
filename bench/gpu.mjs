// CUDA and WebGPU against the CPU on the bundled policies, or on others: the same greedy replies, log-probabilities of
// them and of saved replies, and the time of matched-state sampling. `gpu.sh` runs it with what each device needs.
//   node bench/gpu.mjs [--devices cpu,webgpu,cuda] [--samples 16] [--trajectories 20] [--max-tokens 32] [--seconds 20]
//     [NAME=FOLDER ...]   policies to ask at FrozenLake's states instead of the bundled ones at their tasks' own
// A policy's pass over the trajectories stops when its seconds are up.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { parseArgs } from "node:util";

const fixtures = new URL("../fixtures", import.meta.url).pathname;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    devices: { type: "string", default: "cpu,webgpu,cuda" },
    samples: { type: "string", default: "16" },
    trajectories: { type: "string", default: "20" },
    "max-tokens": { type: "string", default: "32" },
    seconds: { type: "string", default: "20" },
  },
});

function bundled(task) {
  return readdirSync(`${fixtures}/${task}/policies`).map((name) => ({
    task,
    name,
    folder: `${fixtures}/${task}/policies/${name}`,
  }));
}

const given = positionals.map((text) => ({ task: "frozenlake", name: text.split("=")[0], folder: text.split("=")[1] }));
const chosen = given.length > 0 ? given : ["frozenlake", "deepcoder-mt"].flatMap(bundled);
const request = {
  samples: Number(values.samples),
  maxTokens: Number(values["max-tokens"]),
  seconds: Number(values.seconds),
  cpuWorkers: Math.min(8, availableParallelism()),
  policies: chosen.map((one) => ({
    ...one,
    label: `${one.task} ${one.name}`,
    trajectories: `${fixtures}/${one.task}/trajectories.jsonl`,
    count: Number(values.trajectories),
  })),
};

function ask(device) {
  const worker = new URL("./gpu-device.mjs", import.meta.url).pathname;
  const settings = { encoding: "utf8", maxBuffer: 2 ** 30 };
  const { stdout, stderr, signal } = spawnSync(
    process.execPath,
    [worker, JSON.stringify({ ...request, device })],
    settings,
  );
  try {
    return JSON.parse(stdout.trim().split("\n").at(-1));
  } catch {
    return {
      policies: {},
      error: `its process ended${signal === null ? "" : ` by ${signal}`}: ${stderr.trim().slice(-300)}`,
    };
  }
}

/** How far two devices agree at the states that both reached. */
function agreement(one, other) {
  const reference = new Map(other.map((state) => [state.stateId, state]));
  const both = one.filter((state) => reference.has(state.stateId));
  let [same, most] = [0, 0];
  for (const state of both) {
    const theirs = reference.get(state.stateId);
    const [mine, wanted] = [state.actions[0], theirs.actions[0]];
    const isSame = mine.tokenIds.join() === wanted.tokenIds.join();
    if (isSame) same += 1;
    const pairs = [[state.scores[0], theirs.scores[0]], ...(isSame ? [[mine, wanted]] : [])];
    for (const [a, b] of pairs) {
      most = Math.max(most, ...a.logProbs.map((value, at) => Math.abs(value - b.logProbs[at])));
    }
  }
  return { same: `${same} of ${both.length}`, most: most.toExponential(1), isWhole: same === both.length };
}

const head = [
  "policy",
  "device",
  "workers",
  "greedy same",
  "most nats off",
  "first, s",
  "states/s",
  "draws/s",
  "tokens/s",
];
const rows = [head];
const notes = [];
const reference = {};
let isRight = true;
for (const device of values.devices.split(",")) {
  const { workers, policies, error } = ask(device);
  if (error !== undefined) notes.push(`${device}: ${error}`);
  // A device that is not there is no failure; one that fails at work is.
  isRight &&= error === undefined || error.startsWith("--device ");
  for (const [label, found] of Object.entries(policies)) {
    reference[label] ??= found.greedy;
    const { same, most, isWhole } = agreement(found.greedy, reference[label]);
    isRight &&= isWhole;
    const rate = (count) => String(Number((count / found.seconds).toPrecision(3)));
    const speeds = [rate(found.states), rate(found.states * request.samples), rate(found.tokens)];
    rows.push([label, device, String(workers), same, most, found.firstSeconds.toFixed(2), ...speeds]);
    if (found.engine !== "compiled") notes.push(`${label} on ${device}: ${found.engine}`);
  }
}

const [first] = values.devices.split(",");
const machine = [
  `${cpus()[0]?.model ?? "unknown CPU"}, ${availableParallelism()} at once`,
  process.env.GPU_NAME ?? [],
].flat();
console.log(
  `${machine.join("; ")}. Greedy replies at saved states against those on ${first}; log-probabilities of them and of`,
);
console.log(`the saved replies; K = ${request.samples} draws at each state, at most ${request.maxTokens} tokens each.`);
const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column].length)));
for (const row of rows) {
  console.log(
    row.map((cell, column) => (column < 2 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join("  "),
  );
}
for (const note of notes) console.log(note);
process.exitCode = isRight ? 0 : 1;
