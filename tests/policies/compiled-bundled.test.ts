import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Message } from "../../src/core/message.js";
import { keyedRng } from "../../src/core/rng.js";
import { chatTokenizer } from "../../src/policies/chat-tokenizer.js";
import { openCompiled } from "../../src/policies/compiled-decoder.js";
import { openDecoder } from "../../src/policies/decoder.js";
import { drawActions } from "../../src/policies/draw-actions.js";
import { readDecoding, readModelFolder } from "../../src/policies/model-folder.js";
import { tokenTree } from "../../src/policies/token-tree.js";

const SAMPLES = 8;

interface Turn {
  readonly messages: readonly Message[];
  readonly action: { readonly text: string };
}

/** The longest of a file's first trajectories. */
function someTurns(task: string): readonly Turn[] {
  const lines = readFileSync(`fixtures/${task}/trajectories.jsonl`, "utf8").split("\n").slice(0, 20);
  const all = lines.map((line) => (JSON.parse(line) as { readonly turns: readonly Turn[] }).turns);
  return all.reduce((longest, turns) => (turns.length > longest.length ? turns : longest));
}

it.each([
  ["frozenlake", 12],
  ["deepcoder-mt", 40],
])(
  "%s: all states of a trajectory drawn in one run, behind one cache, as the reference draws each",
  async (task, most) => {
    const model = readModelFolder(`fixtures/${task}/policies/base`);
    const tokenizer = chatTokenizer(model);
    const decoding = { ...readDecoding(model, {}), maxTokens: most };
    const decoder = await openDecoder(model.modelFile, "cpu", 1);
    const options = { device: "cpu", threads: 1, cacheFolder: null };
    const compiled = openCompiled(model.modelFile, decoder.layout, options);
    if ("reason" in compiled) throw new Error(compiled.reason);

    const messages: Message[] = [];
    const prompts = someTurns(task).map((turn) => {
      messages.push(...turn.messages);
      const ids = tokenizer.encodePrompt(messages);
      messages.push({ role: "assistant", content: turn.action.text });
      return ids;
    });
    expect(prompts.length).toBeGreaterThan(2);
    const longest = prompts[prompts.length - 1] as readonly number[];
    const cache = await compiled.prefill([longest.slice(0, -1)], decoder.emptyCache());
    const streams = prompts.map((_, state) =>
      Array.from({ length: SAMPLES }, (_, sample) => keyedRng("bundled").child(state, sample)),
    );
    const columns = streams.flat();
    const uniforms = Float64Array.from({ length: most * columns.length }, (_, index) =>
      (columns[index % columns.length] as (typeof columns)[number]).uniform(Math.floor(index / columns.length)),
    );
    const places = prompts.map((ids, state) => {
      expect(longest.slice(0, ids.length - 1)).toEqual(ids.slice(0, -1));
      return { row: 0, length: ids.length - 1, lastToken: ids[ids.length - 1] as number, name: `state ${state}` };
    });
    const owners = prompts.flatMap((_, state) => Array<number>(SAMPLES).fill(state));
    const request = { cache, prompts: places, owners, uniforms, endTokens: tokenizer.endTokens };
    const mine = await compiled.draw(request, decoding);

    for (const [state, { length, lastToken }] of places.entries()) {
      const place = { trunk: cache, promptLength: length + 1, lastToken, check: () => {} };
      const tree = tokenTree(decoder, decoder.layout.vocabulary ?? 0, decoding, place);
      const theirs = await drawActions(tree, decoding, tokenizer.endTokens, streams[state] ?? []);
      const draws = mine.slice(state * SAMPLES, (state + 1) * SAMPLES);
      expect(draws.map((draw) => draw.tokenIds)).toEqual(theirs.map((draw) => draw.tokenIds));
      draws.forEach(({ logProbs }, sample) => {
        const other = theirs[sample]?.logProbs ?? [];
        for (const [at, one] of logProbs.entries()) expect(Math.abs(one - (other[at] as number))).toBeLessThan(1e-5);
      });
    }
    await compiled.close();
    await decoder.close();
  },
);
