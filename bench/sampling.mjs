// Matched-state sampling by Matched-State and by others, side by side in one run: K replies at every state of saved
// trajectories, temperature 1, nothing cut, up to the end token. Build first.
//   node bench/sampling.mjs frozenlake|smollm2 [--models models] [--python python3] [--rounds 5] [--samples 16]
//     [--trajectories N] [--turns N] [--max-tokens N] [--only ours,llama]
import { compareSampling } from "./compare-sampling.mjs";
import { readOptions } from "./options.mjs";
import { samplingArms } from "./sampling-arms.mjs";

const options = readOptions(process.argv.slice(2));
const [name = "frozenlake"] = options.names;
await compareSampling(name, samplingArms[name], options);
