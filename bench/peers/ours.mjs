// Matched-State itself, as its command line runs it: worker threads, each with a model of one thread. Variants of an
// ablation: what `spec` changes of how a policy is opened, a session for every state (`sessions: "state"`).
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { BroadcastChannel } from "node:worker_threads";
import { serve } from "./serve.mjs";

const dist = process.env.MATCHED_STATE_DIST ?? new URL("../../dist", import.meta.url).pathname;
const { keyedRng } = await import(`${dist}/core/rng.js`);
const { openOnnxPolicies } = await import(`${dist}/policies/onnx-policy.js`);
const CLOCK_WAITS = 5000;

serve(
  async ({ workload: file, workers, spec: changes, sessions = "trajectory" }) => {
    const { model, samples, maxTokens, trajectories } = JSON.parse(readFileSync(file, "utf8"));
    const decoding = { temperature: 1, topK: 0, topP: 1, maxTokens };
    const spec = { name: "policy", folder: model, device: "cpu", threads: 1, engine: "auto", decoding };
    const [policy] = await openOnnxPolicies([{ ...spec, ...changes }], workers);

    /** The states that one session is asked about: all of a trajectory, or each alone. */
    function groups(states) {
      return sessions === "state" ? states.map((state) => [state]) : [states];
    }

    async function within(states, ask) {
      const answers = [];
      for (const group of groups(states)) {
        const session = policy.session();
        answers.push(...(await ask(session, group)));
        await session.close();
      }
      return answers;
    }

    return {
      about: policy.info.engine,
      async sample({ trajectory, round }) {
        const options = (group) => ({ samples, rng: keyedRng(`bench ${round}`), replies: group.map(() => []) });
        const drawn = await within(trajectories[trajectory], (session, group) => session.sample(group, options(group)));
        return drawn.map(({ actions }) => actions.map(({ tokenIds }) => [...tokenIds]));
      },
      async score({ trajectory }) {
        const scores = await within(trajectories[trajectory], (session, group) =>
          session.score(
            group,
            group.map(({ reply, replyIds }) => [{ text: reply, tokenIds: replyIds }]),
          ),
        );
        return scores.map(([{ logProbs }]) => [...logProbs]);
      },
      /** Of every worker, what run-clock.mjs counted so far; it has to be preloaded. */
      async clock() {
        const channel = new BroadcastChannel("matched-state-bench-clock");
        const told = new Map();
        channel.onmessage = ({ data }) => told.set(data.threadId, data);
        channel.postMessage("tell");
        for (let waited = 0; told.size < workers; waited += 1) {
          if (waited === CLOCK_WAITS) throw new Error(`${told.size} of ${workers} workers told their clocks`);
          await setTimeout(1);
        }
        channel.close();
        return [...told.values()];
      },
      /** NLL in nats of draws of any peer: what says whether they are drawn from the same distribution. */
      async judge({ trajectory, draws }) {
        const states = trajectories[trajectory];
        const session = policy.session();
        const asked = draws.map((replies) => replies.map((tokenIds) => ({ text: "", tokenIds })));
        const scores = await session.score(states, asked);
        await session.close();
        return scores.map((here) => here.map(({ logProbs }) => -logProbs.reduce((sum, one) => sum + one, 0)));
      },
    };
  },
  { atOnce: true },
);
