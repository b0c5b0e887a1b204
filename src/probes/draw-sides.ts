import {
  type ActionScore,
  type ActionToScore,
  type DrawnAction,
  nllNats,
  type PolicySession,
  type StateDraws,
} from "../core/policy.js";
import type { State } from "../core/state.js";
import { promptOf, shareTokenizer, type UnitContext } from "./probe.js";

/** A drawn action, read by the task and scored by the baseline. */
export interface Draw {
  readonly drawn: DrawnAction;
  /** Canonical; null when invalid. */
  readonly parsed: string | null;
  readonly baselineNllNats: number;
}

/** What one policy does at one state. */
export interface DrawnSide {
  readonly policy: PolicySession;
  readonly draws: readonly Draw[];
  /** Of each of the task's actions, as the policy with its decoding draws it; empty without a small action set. */
  readonly probabilities: readonly number[];
}

/** What was said at each state, as a policy knows it; none where nothing was. */
export type SavedActions = (policy: PolicySession) => readonly ActionToScore[];

/** Two replies are the same to the baseline when their ids are, or their texts where ids mean nothing to it. */
function replyKey({ text, tokenIds }: ActionToScore): string {
  return tokenIds === undefined ? `text ${text}` : `ids ${tokenIds.join(",")}`;
}

/** What each state's draws are worth to the baseline, by reply key, in nats. */
function nllByReply(scores: readonly ActionScore[], actions: readonly DrawnAction[]): ReadonlyMap<string, number> {
  const all = [...scores, ...actions];
  return new Map(all.map(({ tokenIds, logProbs }) => [replyKey({ text: "", tokenIds }), nllNats(logProbs)]));
}

/**
 * Every policy's draws at each state, baseline first with a second set of K: result[state][policy]. The candidates draw
 * first: the baseline then scores their replies together with its own, which often begin like them.
 */
export async function drawSides(
  states: readonly State[],
  { task, baseline, candidates, samples, rng }: UnitContext,
  savedOf: SavedActions,
): Promise<readonly (readonly DrawnSide[])[]> {
  const prompts = states.map(promptOf);
  const expected = (task.actions ?? []).map((action) => ({ text: task.say(action) }));
  const toBaseline = (policy: PolicySession, { text, tokenIds }: DrawnAction): ActionToScore =>
    shareTokenizer(policy, baseline) ? { text, tokenIds } : { text };
  // Saved actions are scored in passing: whoever asks for their scores later finds them read.
  const withSaved = (policy: PolicySession, repliesAt: (index: number) => readonly ActionToScore[]) => {
    const saved = savedOf(policy);
    return states.map((_, index) => [...repliesAt(index), ...saved.slice(index, index + 1)]);
  };
  const theirs = await Promise.all(
    candidates.map((policy) => policy.sample(prompts, { samples, rng, replies: withSaved(policy, () => expected) })),
  );
  const asked = states.map((_, index) => {
    const drawn = candidates.flatMap((policy, place) =>
      (theirs[place]?.[index]?.actions ?? []).map((action) => toBaseline(policy, action)),
    );
    return [...new Map(drawn.map((action) => [replyKey(action), action])).values()];
  });
  const own = await baseline.sample(prompts, {
    samples: 2 * samples,
    rng,
    replies: withSaved(baseline, (index) => [...expected, ...(asked[index] ?? [])]),
  });
  return states.map((state, index) => {
    const { actions, scores } = own[index] as StateDraws;
    const known = nllByReply(scores, actions);
    const byText = new Map(asked[index]?.map((action, place) => [replyKey(action), scores[expected.length + place]]));
    const nllOf = (policy: PolicySession, drawn: DrawnAction): number => {
      const key = replyKey(toBaseline(policy, drawn));
      const score = byText.get(key);
      const nats = score === undefined ? known.get(key) : nllNats(score.logProbs);
      if (nats === undefined) throw new Error(`state ${state.stateId}: an action was left unscored`);
      return nats;
    };
    return [baseline, ...candidates].map((policy, place): DrawnSide => {
      const here = place === 0 ? { actions, scores } : (theirs[place - 1]?.[index] as StateDraws);
      return {
        policy,
        draws: here.actions.map((drawn) => ({
          drawn,
          parsed: task.parse(drawn.text),
          baselineNllNats: nllOf(policy, drawn),
        })),
        probabilities: expected.map((_, action) => Math.exp((here.scores[action] as ActionScore).drawLogProb)),
      };
    });
  });
}
