import {
  type ActionToScore,
  type DrawnAction,
  nllNats,
  type Policy,
  type StateDraws,
  scoreAt,
} from "../core/policy.js";
import type { State } from "../core/state.js";
import { type ProbeContext, promptOf, shareTokenizer } from "./probe.js";

/** A drawn action, read by the task and scored by the baseline. */
export interface Draw {
  readonly drawn: DrawnAction;
  /** Canonical; null when invalid. */
  readonly parsed: string | null;
  readonly baselineNllNats: number;
}

/** What one policy does at one state. */
export interface DrawnSide {
  readonly policy: Policy;
  readonly draws: readonly Draw[];
  /** Of each of the task's actions, as the policy with its decoding draws it; empty without a small action set. */
  readonly probabilities: readonly number[];
}

/** Two replies are the same to the baseline when their ids are, or their texts where ids mean nothing to it. */
function replyKey({ text, tokenIds }: ActionToScore): string {
  return tokenIds === undefined ? `text ${text}` : `ids ${tokenIds.join(",")}`;
}

/** NLL under the baseline of replies at each state, by reply key: what its own draws gave, then the missing ones scored. */
async function baselineNll(
  states: readonly State[],
  baseline: Policy,
  known: readonly StateDraws[],
  asked: readonly (readonly ActionToScore[])[],
): Promise<readonly ReadonlyMap<string, number>[]> {
  const found = known.map(({ actions, expected }) => {
    const scored = [...actions, ...expected].map(({ tokenIds, logProbs }) => {
      return [replyKey({ text: "", tokenIds }), nllNats(logProbs)] as const;
    });
    return new Map(scored);
  });
  const missing = asked.map((actions, index) => {
    const unknown = actions.filter((action) => !found[index]?.has(replyKey(action)));
    return [...new Map(unknown.map((action) => [replyKey(action), action])).values()];
  });
  if (missing.every((actions) => actions.length === 0)) return found;
  const scores = await baseline.score(states.map(promptOf), missing);
  missing.forEach((actions, index) => {
    for (const [place, action] of actions.entries()) {
      found[index]?.set(replyKey(action), nllNats(scoreAt(scores, index, place).logProbs));
    }
  });
  return found;
}

/** Every policy's draws at each state, baseline first with a second set of K: result[state][policy]. */
export async function drawSides(
  states: readonly State[],
  { task, baseline, candidates, samples, rng }: ProbeContext,
): Promise<readonly (readonly DrawnSide[])[]> {
  const prompts = states.map(promptOf);
  const expected = (task.actions ?? []).map((action) => task.say(action));
  const policies = [baseline, ...candidates];
  const results = await Promise.all(
    policies.map((policy) =>
      policy.sample(prompts, { samples: policy === baseline ? 2 * samples : samples, rng, expected }),
    ),
  );
  const toBaseline = (policy: Policy, { text, tokenIds }: DrawnAction): ActionToScore =>
    shareTokenizer(policy, baseline) ? { text, tokenIds } : { text };
  const known = results[0] as readonly StateDraws[];
  const asked = states.map((_, index) =>
    policies.flatMap((policy, place) =>
      (results[place]?.[index]?.actions ?? []).map((action) => toBaseline(policy, action)),
    ),
  );
  const nll = await baselineNll(states, baseline, known, asked);
  return states.map((state, index) =>
    policies.map((policy, place): DrawnSide => {
      const here = results[place]?.[index] as StateDraws;
      const draws = here.actions.map((drawn): Draw => {
        const baselineNllNats = nll[index]?.get(replyKey(toBaseline(policy, drawn)));
        if (baselineNllNats === undefined) throw new Error(`state ${state.stateId}: an action was left unscored`);
        return { drawn, parsed: task.parse(drawn.text), baselineNllNats };
      });
      return { policy, draws, probabilities: here.expected.map((score) => Math.exp(score.drawLogProb)) };
    }),
  );
}
