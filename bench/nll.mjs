// NLL of saved replies, side by side in one run: Matched-State reads each trajectory once; lm-evaluation-harness is asked
// for the same (prompt, reply) pairs, all of a process at once, so that it may sort and batch them. Build first.
//   node bench/nll.mjs [--models models] [--python python3] [--rounds 5] [--trajectories 4] [--turns 8] [--only "2 × 1"]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readOptions } from "./options.mjs";
import { openPeer } from "./peer-processes.mjs";
import { inRounds, median } from "./rounds.mjs";
import { makeWorkload } from "./workloads.mjs";

const TRAJECTORIES = 4;
const options = readOptions(process.argv.slice(2));
const folder = mkdtempSync(join(tmpdir(), "matched-state-bench-"));
const file = join(folder, "workload.json");
const chosen = { ...options, trajectories: options.trajectories ?? TRAJECTORIES };
const { about, trajectories, source } = makeWorkload("smollm2", chosen, file);
console.log(about);

const harness = (processes, threads, batch) => ({
  file: "lm_eval_peer.py",
  processes,
  settings: { threads, batch, gguf: source },
});
const presets = {
  ours: { file: "ours.mjs", atOnce: 2, settings: { workers: 2 } },
  "lm-evaluation-harness 1 × 2 batch 1": harness(1, 2, 1),
  "lm-evaluation-harness 1 × 2 batch 4": harness(1, 2, 4),
  "lm-evaluation-harness 1 × 2 batch 8": harness(1, 2, 8),
  "lm-evaluation-harness 2 × 1 batch 4": harness(2, 1, 4),
};
const asked = Object.entries(presets).filter(([arm, its]) => arm === "ours" || options.isAsked(arm, its));
const numbers = trajectories.map((_, number) => number);

/** The harness is asked once a process, for every `processes`-th trajectory; its answers go back to their places. */
async function scoredByHarness(peer, processes, round) {
  const parts = Array.from({ length: processes }, (_, part) => numbers.filter((one) => one % processes === part));
  const answers = await peer.each(
    "score",
    parts.map((part) => ({ trajectories: part, round })),
  );
  const placed = [];
  for (const [part, mine] of parts.entries()) {
    for (const [place, number] of mine.entries()) placed[number] = answers[part][place];
  }
  return placed;
}

async function scoredByUs(peer, round) {
  const answers = await peer.each(
    "score",
    numbers.map((trajectory) => ({ trajectory, round })),
  );
  return answers.map((states) => states.map((logProbs) => logProbs.reduce((sum, one) => sum + one, 0)));
}

const peers = [];
const arms = {};
for (const [arm, preset] of asked) {
  const peer = await openPeer(preset, { workload: file, python: options.python });
  peers.push(peer);
  const { processes = 1 } = preset;
  arms[arm] = (round) => (arm === "ours" ? scoredByUs(peer, round) : scoredByHarness(peer, processes, round));
}

let expected = null;
const farthest = {};
const { seconds } = await inRounds(arms, options.rounds, (arm, answer) => {
  const sums = answer.flat();
  expected ??= sums;
  farthest[arm] = Math.max(...sums.map((sum, index) => Math.abs(sum - expected[index])));
});
for (const peer of peers) peer.close();
rmSync(folder, { recursive: true });

const tokens = trajectories.flat().reduce((sum, { replyIds }) => sum + replyIds.length, 0);
const read = trajectories.flat().reduce((sum, { promptIds, replyIds }) => sum + promptIds.length + replyIds.length, 0);
const once = trajectories.reduce(
  (sum, states) => sum + states.at(-1).promptIds.length + states.at(-1).replyIds.length,
  0,
);
console.log(`${tokens} scored tokens; pairs hold ${read} tokens, the trajectories ${once}`);
console.log("arm: scored tokens/s, times slower than ours (range of rounds); farthest from ours, nats an action");
for (const [arm, spent] of Object.entries(seconds)) {
  const ratios = spent.map((one, round) => one / seconds.ours[round]);
  const range = `${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}`;
  const ratio = median(spent) / median(seconds.ours);
  console.log(
    `${arm}: ${(tokens / median(spent)).toFixed(0)} tokens/s, ${ratio.toFixed(2)}× (${range}); ` +
      farthest[arm].toExponential(1),
  );
}
