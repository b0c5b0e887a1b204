// Matched-State without each of its ideas, side by side in one run, on the sampling of sampling.mjs. Build first.
//   node bench/ablation.mjs frozenlake|smollm2 [--models models] [--rounds 5] [--trajectories N] [--turns N] [--only loop]
import { compareSampling } from "./compare-sampling.mjs";
import { readOptions } from "./options.mjs";

/** A variant is what it changes of the first one's settings. */
const variants = {
  ours: {},
  "a session for every state": { sessions: "state" },
  "a run of the model for every token": { spec: { engine: "loop" } },
  "a run for every token, a session for every state": { spec: { engine: "loop" }, sessions: "state" },
  "one worker of two threads": { workers: 1, spec: { threads: 2 } },
  "one worker of one thread": { workers: 1 },
};

const options = readOptions(process.argv.slice(2));
const [name = "frozenlake"] = options.names;
const arms = Object.entries(variants).map(([variant, changes]) => {
  const settings = { workers: 2, ...changes };
  return [variant, { file: "ours.mjs", atOnce: settings.workers, settings }];
});
await compareSampling(name, Object.fromEntries(arms), options, { sameDraws: true });
