// What `gpu.mjs` asks of one device, in a process of its own: greedy replies and the scores of saved ones, then the
// time of drawing K at each state. Given as JSON in the first argument; answers with a line of JSON.
import { readFileSync } from "node:fs";

const dist = process.env.MATCHED_STATE_DIST ?? new URL("../dist", import.meta.url).pathname;
const { keyedRng } = await import(`${dist}/core/rng.js`);
const { checkDevice, usualWorkers } = await import(`${dist}/policies/devices.js`);
const { openOnnxPolicies } = await import(`${dist}/policies/onnx-policy.js`);

const { device, policies, samples, maxTokens, seconds, cpuWorkers } = JSON.parse(process.argv[2]);
const workers = usualWorkers(device, cpuWorkers);

/** Prompts and saved replies of trajectories spread over a file: [trajectory][state]. */
function readStates(file, trajectories) {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  const step = Math.max(1, Math.floor(lines.length / trajectories));
  const chosen = lines.filter((_, index) => index % step === 0).slice(0, trajectories);
  return chosen.map((line) => {
    const { trajectory_id, turns } = JSON.parse(line);
    const history = [];
    return turns.map(({ messages, action }, turn) => {
      history.push(...messages);
      const state = { prompt: { stateId: `${trajectory_id}:${turn}`, messages: [...history] }, reply: action.text };
      history.push({ role: "assistant", content: action.text });
      return state;
    });
  });
}

/** Runs `work` on trajectories, as many at once as there are workers, until the time is up; on one at least. */
async function untilTimeIsUp(trajectories, work) {
  const waiting = [...trajectories];
  const begun = performance.now();
  const results = [];
  const worker = async () => {
    while (waiting.length > 0 && (results.length === 0 || performance.now() - begun < 1000 * seconds)) {
      results.push(await work(waiting.shift()));
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return { results, seconds: (performance.now() - begun) / 1000 };
}

async function withPolicy({ name, folder }, decoding, work) {
  const spec = { name, folder, device, threads: 1, engine: "auto", decoding: { maxTokens, ...decoding } };
  const [policy] = await openOnnxPolicies([spec], workers);
  try {
    return await work(policy);
  } finally {
    await policy.close();
  }
}

async function drawn(policy, states, count, replies) {
  const session = policy.session();
  const prompts = states.map((state) => state.prompt);
  const options = { samples: count, rng: keyedRng("gpu"), replies };
  const answer = await session.sample(prompts, options);
  await session.close();
  return answer.map((one, index) => ({ stateId: prompts[index].stateId, ...one }));
}

async function measured(one) {
  const trajectories = readStates(one.trajectories, one.count);
  const saved = (states) => states.map(({ reply }) => [{ text: reply }]);
  const greedy = await withPolicy(one, { temperature: 0 }, async (policy) => {
    const { results } = await untilTimeIsUp(trajectories, (states) => drawn(policy, states, 1, saved(states)));
    return results.flat();
  });
  return withPolicy(one, {}, async (policy) => {
    const none = (states) => states.map(() => []);
    const begun = performance.now();
    await drawn(policy, trajectories[0], samples, none(trajectories[0]));
    const first = (performance.now() - begun) / 1000;
    const timed = await untilTimeIsUp(trajectories, (states) => drawn(policy, states, samples, none(states)));
    const draws = timed.results.flat(2).flatMap((state) => state.actions);
    return {
      engine: policy.info.engine,
      greedy,
      firstSeconds: first,
      states: timed.results.flat().length,
      tokens: draws.reduce((sum, action) => sum + action.tokenIds.length, 0),
      seconds: timed.seconds,
    };
  });
}

const answer = { workers, policies: {} };
try {
  checkDevice(device);
  for (const one of policies) answer.policies[one.label] = await measured(one);
} catch (error) {
  answer.error = error.message;
}
console.log(JSON.stringify(answer));
