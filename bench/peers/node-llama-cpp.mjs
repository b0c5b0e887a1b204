// llama.cpp through node-llama-cpp: K sequences of one context, which it decodes in one batch. `share: "file"` reads
// each prompt in one sequence and hands it to the others through a saved state (the binding copies no caches in
// memory); `share: "none"` lets every sequence read what is new in the prompt.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { getLlama } from "node-llama-cpp";
import { serve } from "./serve.mjs";

const MEMORY = "/dev/shm";
const SAMPLING = { temperature: 1, topK: 0, topP: 1, minP: 0, yieldEogToken: true };

serve(async ({ workload: file, threads, share = "file", gguf }) => {
  const workload = JSON.parse(readFileSync(file, "utf8"));
  const { samples, maxTokens, endTokens, trajectories } = workload;
  const llama = await getLlama({ gpu: false, build: "never", skipDownload: true });
  const model = await llama.loadModel({ modelPath: gguf ?? workload.gguf });
  const longest = Math.max(...trajectories.flat().map(({ promptIds }) => promptIds.length));
  const context = await model.createContext({
    sequences: samples,
    contextSize: longest + maxTokens,
    batchSize: 512,
    threads,
  });
  const sequences = Array.from({ length: samples }, () => context.getSequence());
  const ends = new Set(endTokens);
  const folder = mkdtempSync(join(MEMORY, "matched-state-bench-"));
  process.on("exit", () => rmSync(folder, { recursive: true }));
  let seed = 0;

  /** Leaves in every sequence's cache all of the prompt but its last token. */
  async function read(ids) {
    const known = ids.slice(0, -1);
    const readers = share === "file" ? sequences.slice(0, 1) : sequences;
    await Promise.all(
      readers.map(async (sequence) => {
        await sequence.adaptStateToTokens(known, false);
        await sequence.evaluateWithoutGeneratingNewTokens(known.slice(sequence.nextTokenIndex));
      }),
    );
    if (share !== "file") return;
    const state = join(folder, "state");
    await sequences[0].saveStateToFile(state);
    for (const sequence of sequences.slice(1)) await sequence.loadStateFromFile(state, { acceptRisk: true });
  }

  async function draw(sequence, lastToken) {
    const tokens = [];
    seed += 1;
    for await (const token of sequence.evaluate([lastToken], { ...SAMPLING, seed })) {
      tokens.push(token);
      if (ends.has(token) || tokens.length === maxTokens) break;
    }
    return tokens;
  }

  return {
    about: `${threads} threads, share ${share}`,
    async sample({ trajectory }) {
      const draws = [];
      for (const sequence of sequences) await sequence.clearHistory();
      for (const { promptIds } of trajectories[trajectory]) {
        await read(promptIds);
        draws.push(await Promise.all(sequences.map((sequence) => draw(sequence, promptIds.at(-1)))));
      }
      return draws;
    },
  };
});
