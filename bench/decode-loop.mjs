// Matched-state sampling, side by side in one run on one thread: the token tree in JavaScript and decoding inside the
// graph. Samples a second behind caches that are already there, medians of rounds. Build first.
//   node bench/decode-loop.mjs [trajectories] [K] [rounds]
import { readFileSync } from "node:fs";
import { join } from "node:path";

const dist = process.env.MATCHED_STATE_DIST ?? new URL("../dist", import.meta.url).pathname;
const { keyedRng } = await import(`${dist}/core/rng.js`);
const { chatTokenizer } = await import(`${dist}/policies/chat-tokenizer.js`);
const { openCompiled } = await import(`${dist}/policies/compiled-decoder.js`);
const { openDecoder } = await import(`${dist}/policies/decoder.js`);
const { drawActions } = await import(`${dist}/policies/draw-actions.js`);
const { gatherRows } = await import(`${dist}/policies/kv-cache.js`);
const { readDecoding, readModelFolder } = await import(`${dist}/policies/model-folder.js`);
const { tokenTree } = await import(`${dist}/policies/token-tree.js`);

const [TRAJECTORIES, K, ROUNDS] = [40, 16, 5].map((preset, index) => Number(process.argv[index + 2] ?? preset));
const fixtures = new URL("../fixtures", import.meta.url).pathname;

/** Prompts of every state of a trajectory, each the beginning of the longest, which comes last. */
function promptsOf(trajectory, tokenizer) {
  const messages = [];
  return trajectory.turns.map((turn) => {
    messages.push(...turn.messages);
    const ids = tokenizer.encodePrompt(messages);
    messages.push({ role: "assistant", content: turn.action.text });
    return ids;
  });
}

function startsWith(ids, beginning) {
  return beginning.every((token, index) => ids[index] === token);
}

/** Trajectories with more than one state, spread over the file. */
function chosen(file, tokenizer) {
  const lines = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const fit = lines.map((line) => promptsOf(line, tokenizer)).filter((prompts) => prompts.length > 1);
  const whole = fit.filter((prompts) => prompts.every((ids) => startsWith(prompts.at(-1), ids.slice(0, -1))));
  const step = Math.max(1, Math.floor(whole.length / TRAJECTORIES));
  return whole.filter((_, index) => index % step === 0).slice(0, TRAJECTORIES);
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

async function bench(task, policy) {
  const model = readModelFolder(join(fixtures, task, "policies", policy));
  const tokenizer = chatTokenizer(model);
  const decoding = readDecoding(model, {});
  const decoder = await openDecoder(model.modelFile, "cpu", 1);
  const { layout } = decoder;
  const compiled = openCompiled(model.modelFile, layout, { device: "cpu", threads: 1, cacheFolder: null });
  if ("reason" in compiled) throw new Error(compiled.reason);

  const trajectories = chosen(join(fixtures, task, "trajectories.jsonl"), tokenizer);
  const works = [];
  let uniformMs = 0;
  for (const [number, prompts] of trajectories.entries()) {
    const trunk = await compiled.prefill([prompts.at(-1).slice(0, -1)], decoder.emptyCache());
    const startedMs = performance.now();
    const streams = prompts.map((_, state) =>
      Array.from({ length: K }, (_, sample) => {
        const rng = keyedRng("bench").child(number, state, sample);
        return Float64Array.from({ length: decoding.maxTokens }, (_, index) => rng.uniform(index));
      }),
    );
    uniformMs += performance.now() - startedMs;
    works.push({ prompts, trunk, streams });
  }
  const states = works.reduce((total, { prompts }) => total + prompts.length, 0);

  /** One run over these states of one trajectory; `merges` lets draws that begin alike share their rows. */
  async function run({ prompts, trunk, streams }, indices, merges) {
    const longest = Math.max(...indices.map((index) => prompts[index].length - 1));
    const cache = longest === trunk.length ? trunk : gatherRows([{ cache: trunk, row: 0 }], longest);
    const place = (index) => ({
      row: 0,
      length: prompts[index].length - 1,
      lastToken: prompts[index].at(-1),
      name: "",
    });
    const samples = indices.flatMap((index) => streams[index].map((stream) => ({ index, stream })));
    const uniforms = new Float64Array(decoding.maxTokens * samples.length);
    samples.forEach(({ stream }, column) => {
      for (let row = 0; row < stream.length; row += 1) uniforms[row * samples.length + column] = stream[row];
    });
    const places = merges ? indices.map(place) : samples.map(({ index }) => place(index));
    const owners = samples.map(({ index }, column) => (merges ? indices.indexOf(index) : column));
    return compiled.draw({ cache, prompts: places, owners, uniforms, endTokens: tokenizer.endTokens }, decoding);
  }

  const eachAlone = (merges) => async (work) => {
    const draws = [];
    for (const index of work.prompts.keys()) draws.push(...(await run(work, [index], merges)));
    return draws;
  };
  const together = (merges) => (work) => run(work, [...work.prompts.keys()], merges);
  const arms = {
    "token tree, a state at a time": async ({ prompts, trunk, streams }) => {
      const draws = [];
      for (const [index, ids] of prompts.entries()) {
        const lastToken = ids.at(-1);
        const place = { trunk, promptLength: ids.length, lastToken, check: () => {} };
        const tree = tokenTree(decoder, layout.vocabulary, decoding, place);
        const rngs = streams[index].map((stream) => ({ uniform: (position) => stream[position] }));
        draws.push(...(await drawActions(tree, decoding, tokenizer.endTokens, rngs)));
      }
      return draws;
    },
    "loop, K rows, a state at a time": eachAlone(false),
    "loop, K rows, a trajectory at a time": together(false),
    "loop, distinct rows, a state at a time": eachAlone(true),
    "loop, distinct rows, a trajectory at a time": together(true),
  };

  const times = Object.fromEntries(Object.keys(arms).map((name) => [name, []]));
  let differing = 0;
  let farthest = 0;
  let tokens = 0;
  for (let round = -1; round < ROUNDS; round += 1) {
    const spent = Object.fromEntries(Object.keys(arms).map((name) => [name, 0]));
    for (const work of works) {
      let reference = null;
      for (const [name, arm] of Object.entries(arms)) {
        const startedMs = performance.now();
        const draws = await arm(work);
        spent[name] += performance.now() - startedMs;
        if (round >= 0) continue;
        reference ??= draws;
        if (reference === draws) tokens += draws.reduce((total, { tokenIds }) => total + tokenIds.length, 0);
        draws.forEach(({ tokenIds, logProbs }, index) => {
          const isSame = tokenIds.join() === reference[index].tokenIds.join();
          if (!isSame) differing += 1;
          else
            logProbs.forEach((one, at) => {
              farthest = Math.max(farthest, Math.abs(one - reference[index].logProbs[at]));
            });
        });
      }
    }
    if (round >= 0) for (const [name, ms] of Object.entries(spent)) times[name].push(ms);
  }

  const drawn = states * K;
  const setting = `${trajectories.length} trajectories, ${states} states, K = ${K}`;
  console.log(`${task} ${policy}: ${setting}, ${(tokens / drawn).toFixed(1)} tokens a sample`);
  const far = farthest.toExponential(1);
  console.log(`  ${differing} of ${drawn * 4} draws differ from the tree's; log-probabilities by at most ${far}`);
  const base = median(times["token tree, a state at a time"]);
  for (const [name, all] of Object.entries(times)) {
    const ms = median(all);
    console.log(
      `  ${name.padEnd(44)} ${((drawn / ms) * 1000).toFixed(0).padStart(7)} samples/s  ${(base / ms).toFixed(2)}×`,
    );
  }
  console.log(
    `  keyed uniforms, all ${decoding.maxTokens} of each sample: ${(uniformMs / states).toFixed(2)} ms a state`,
  );
  await compiled.close();
  await decoder.close();
}

for (const task of ["frozenlake", "deepcoder-mt"]) for (const policy of ["base", "grpo"]) await bench(task, policy);
