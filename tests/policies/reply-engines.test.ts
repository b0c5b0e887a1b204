import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import type { Message } from "../../src/core/message.js";
import type { ActionScore, ActionToScore, DrawnAction, Prompt } from "../../src/core/policy.js";
import { type EngineKind, openEngine } from "../../src/policies/onnx-engine.js";

interface Turn {
  readonly messages: readonly Message[];
  readonly action: { readonly text: string; readonly token_ids: readonly number[] };
}

/** States of the first two trajectories that have at least three turns: prompts of one call need not share history. */
function someStates(task: string): { readonly prompts: readonly Prompt[]; readonly saved: readonly ActionToScore[] } {
  const prompts: Prompt[] = [];
  const saved: ActionToScore[] = [];
  const lines = readFileSync(`fixtures/${task}/trajectories.jsonl`, "utf8").trimEnd().split("\n");
  const long = lines.map((line) => JSON.parse(line) as { trajectory_id: string; turns: readonly Turn[] });
  for (const { trajectory_id: id, turns } of long.filter((one) => one.turns.length >= 3).slice(0, 2)) {
    const messages: Message[] = [];
    for (const [turn, { messages: more, action }] of turns.slice(0, 3).entries()) {
      messages.push(...more);
      prompts.push({ stateId: `${id}:${turn}`, messages: [...messages] });
      saved.push({ text: action.text, tokenIds: action.token_ids });
      messages.push({ role: "assistant", content: action.text });
    }
  }
  return { prompts, saved };
}

function expectClose(mine: readonly ActionScore[], theirs: readonly ActionScore[]): void {
  expect(mine.map(({ tokenIds }) => tokenIds)).toEqual(theirs.map(({ tokenIds }) => tokenIds));
  for (const [at, { logProbs, drawLogProb }] of mine.entries()) {
    const other = theirs[at] as ActionScore;
    logProbs.forEach((logProb, token) => {
      const from = other.logProbs[token] as number;
      expect(logProb === from || Math.abs(logProb - from) < 1e-5, `${logProb} and ${from}`).toBe(true);
    });
    // −Infinity, and else a sum over tokens.
    const isSame = drawLogProb === other.drawLogProb || Math.abs(drawLogProb - other.drawLogProb) < 1e-4;
    expect(isSame, `${drawLogProb} and ${other.drawLogProb}`).toBe(true);
  }
}

describe.each([
  ["frozenlake", {}, ["<answer>Left</answer>", "<answer>Right</answer>", "no answer"]],
  ["frozenlake", { temperature: 0.7, topK: 5, topP: 0.9, maxTokens: 6 }, ["<answer>Down</answer>"]],
  ["deepcoder-mt", { temperature: 0, maxTokens: 30 }, []],
  ["deepcoder-mt", { maxTokens: 30 }, []],
] as const)("the compiled engine on %s with %j", async (task, decoding, expected) => {
  const open = (engine: EngineKind) =>
    openEngine({ name: "base", folder: `fixtures/${task}/policies/base`, device: "cpu", threads: 1, engine, decoding });
  const [compiled, loop] = [await open("auto"), await open("loop")];
  const { prompts, saved } = someStates(task);
  afterAll(async () => {
    await compiled.close();
    await loop.close();
  });

  it("says what it is", () => {
    expect([compiled.info.engine, loop.info.engine]).toEqual(["compiled", "loop: asked for"]);
  });

  it("draws the tokens of the reference, with its log-probabilities", async () => {
    const replies = prompts.map(() => expected.map((text) => ({ text })));
    const options = { samples: 6, rngKey: "engines", replies };
    const [mine, theirs] = [
      await compiled.session().sample(prompts, options),
      await loop.session().sample(prompts, options),
    ];
    for (const [state, { actions, scores }] of mine.entries()) {
      const other = theirs[state] as (typeof theirs)[number];
      expect(actions.map(({ text, tokenIds }) => [text, tokenIds])).toEqual(
        other.actions.map(({ text, tokenIds }) => [text, tokenIds]),
      );
      const scored = (list: readonly DrawnAction[]): ActionScore[] => list.map((one) => ({ ...one, drawLogProb: 0 }));
      expectClose(scored(actions), scored(other.actions));
      expectClose(scores, other.scores);
    }
  });

  it("gives a session's later calls what the first ones would have got", async () => {
    const replies = prompts.map(() => []);
    const options = { samples: 4, rngKey: "sessions", replies };
    const session = compiled.session();
    await session.score(
      prompts,
      saved.map((action) => [action]),
    );
    const later = await session.sample(prompts, options);
    const first = await compiled.session().sample(prompts, options);
    later.forEach(({ actions }, state) => {
      const others = first[state]?.actions ?? [];
      expect(actions.map(({ tokenIds }) => tokenIds)).toEqual(others.map(({ tokenIds }) => tokenIds));
    });
  });

  it("scores given tokens as the reference, those no policy says too", async () => {
    const odd: readonly ActionToScore[] = [
      { text: "", tokenIds: [] },
      { text: "", tokenIds: [1, 999_999] },
      { text: "Up" },
    ];
    const actions = saved.map((action, index) => (index % 2 === 0 ? [action, ...odd] : [action]));
    const [mine, theirs] = [
      await compiled.session().score(prompts, actions),
      await loop.session().score(prompts, actions),
    ];
    mine.forEach((scores, state) => {
      expectClose(scores, theirs[state] ?? []);
    });
  });
});
