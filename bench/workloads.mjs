// What the benchmarks work on: trajectories of the bundled FrozenLake games, as they are or thought aloud, as prompts of
// one model, in a file that every peer reads.
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { thoughtAloud } from "./thought-aloud.mjs";

const dist = process.env.MATCHED_STATE_DIST ?? new URL("../dist", import.meta.url).pathname;
const { chatTokenizer } = await import(`${dist}/policies/chat-tokenizer.js`);
const { readModelFolder } = await import(`${dist}/policies/model-folder.js`);

const games = new URL("../fixtures/frozenlake/trajectories.jsonl", import.meta.url).pathname;
const bundled = new URL("../fixtures/frozenlake/policies/", import.meta.url).pathname;

/** `trajectories` and `turns` are presets; a trajectory has at least `turns` turns and is used up to `atMost`. */
export const workloads = {
  frozenlake: { model: () => join(bundled, "grpo"), trajectories: 20, turns: 1, atMost: 8, maxTokens: 12 },
  smollm2: { model: smollm2, trajectories: 2, turns: 8, atMost: 8, maxTokens: 32, aloud: true },
};

function smollm2(models) {
  return join(models, "smollm2-135m-instruct");
}

function spread(lines, count) {
  const step = Math.max(1, Math.floor(lines.length / count));
  return lines.filter((_, index) => index % step === 0).slice(0, count);
}

/** Every decision point of a trajectory: messages and prompt ids so far, and the reply that was saved there. */
function statesOf(trajectory, tokenizer) {
  const messages = [];
  return trajectory.turns.map((turn, index) => {
    messages.push(...turn.messages);
    const soFar = [...messages];
    const reply = turn.action.text;
    messages.push({ role: "assistant", content: reply });
    return {
      stateId: `${trajectory.trajectory_id}:${index}`,
      messages: soFar,
      promptIds: tokenizer.encodePrompt(soFar),
      reply,
      replyIds: tokenizer.encodeReply(soFar, reply),
    };
  });
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** Writes the workload for peers to read; gives it too, with one line about it. */
export function makeWorkload(name, { models: place, samples, trajectories, turns, maxTokens }, file) {
  const preset = workloads[name];
  const models = resolve(place);
  const model = preset.model(models);
  const tokenizer = chatTokenizer(readModelFolder(model));
  const atMost = turns ?? preset.atMost;
  const lines = readFileSync(games, "utf8").trim().split("\n");
  const parsed = lines.map((line) => JSON.parse(line));
  const fit = parsed.filter((game) => game.turns.length >= Math.min(preset.turns, atMost));
  const chosen = spread(fit, trajectories ?? preset.trajectories)
    .map((game) => ({ ...game, turns: game.turns.slice(0, atMost) }))
    .map((game) => (preset.aloud ? thoughtAloud(game) : game))
    .map((game) => statesOf(game, tokenizer));
  const workload = {
    name,
    model,
    genai: `${model}-genai`,
    gguf: join(models, "SmolLM2-135M-Instruct.F32.gguf"),
    source: join(models, "SmolLM2-135M-Instruct.Q4_1.gguf"),
    endTokens: [...tokenizer.endTokens],
    samples,
    maxTokens: maxTokens ?? preset.maxTokens,
    trajectories: chosen,
  };
  writeFileSync(file, JSON.stringify(workload));
  const states = chosen.flat();
  const last = chosen.map((one) => one.at(-1).promptIds.length);
  const replies = median(states.map(({ replyIds }) => replyIds.length));
  const about =
    `${name}: ${chosen.length} trajectories, ${states.length} states, longest prompts ${Math.min(...last)}-` +
    `${Math.max(...last)} tokens, saved replies of ${replies}, K = ${samples}, at most ${workload.maxTokens} new tokens`;
  return { ...workload, about };
}
