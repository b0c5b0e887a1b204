import type { ActionScore, Policy, PolicySession, Prompt } from "../core/policy.js";

/** Chance of each reply text at a state, in the order of the cumulative distribution; they sum to 1. */
export type ReplyTable = Readonly<Record<string, number>>;

function drawReply(table: ReplyTable, target: number): string {
  const replies = Object.keys(table);
  let mass = 0;
  const reply = replies.find((text) => {
    mass += table[text] ?? 0;
    return mass > target;
  });
  return reply ?? (replies[replies.length - 1] as string);
}

/**
 * A policy that draws whole replies from a table: a stand-in with known probabilities. Each reply is one token, whose
 * id is its place in the table of that state. Replies that are not in the table have probability 0 when scored.
 */
export function scriptedPolicy(name: string, tableAt: (state: Prompt) => ReplyTable): Policy {
  const score = (table: ReplyTable, text: string): ActionScore => {
    const logProb = Math.log(table[text] ?? 0);
    return { tokenIds: [Object.keys(table).indexOf(text)], logProbs: [logProb], drawLogProb: logProb };
  };
  const session: PolicySession = {
    info: {
      name,
      folder: "",
      modelSha256: "",
      tokenizerSha256: name,
      settingsSha256: "",
      vocabulary: 0,
      contextLength: null,
      device: "none",
      engine: "none",
      decoding: { temperature: 1, topK: 0, topP: 1, maxTokens: 1 },
      ignoredSettings: [],
    },
    fits: async (states) => states.map(() => true),
    async sample(states, { samples, rng, replies }) {
      return states.map((state, index) => {
        const table = tableAt(state);
        const actions = Array.from({ length: samples }, (_, sample) => {
          const text = drawReply(table, rng.child(name, state.stateId, sample).uniform(0));
          return { text, ...score(table, text) };
        });
        return { actions, scores: (replies[index] ?? []).map(({ text }) => score(table, text)) };
      });
    },
    async score(states, actions) {
      return states.map((state, index) => (actions[index] ?? []).map(({ text }) => score(tableAt(state), text)));
    },
    close: async () => {},
  };
  return { info: session.info, usage: null, session: () => session, close: async () => {} };
}
