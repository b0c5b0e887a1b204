import { describe, expect, it } from "vitest";
import { keyedRng } from "../../src/core/rng.js";
import { distribution } from "../../src/policies/distribution.js";
import { drawActions, scoreTokens } from "../../src/policies/draw-actions.js";
import { type TokenTree, tokenTree } from "../../src/policies/token-tree.js";
import { countingDecoder, logitsAfter, VOCABULARY } from "./counting-decoder.js";

const decoding = { temperature: 1, topK: 0, topP: 1, maxTokens: 6 };
const prompt = [3, 1, 4, 1];
const END = new Set([0]);

async function treeAt(): Promise<{ tree: TokenTree; runs: [number, number][] }> {
  const decoder = countingDecoder();
  const trunk = await decoder.remember([prompt.slice(0, -1)], decoder.emptyCache());
  const tree = tokenTree(decoder, VOCABULARY, decoding, {
    trunk,
    promptLength: prompt.length,
    lastToken: 1,
    check: () => {},
  });
  decoder.runs.length = 0;
  return { tree, runs: decoder.runs };
}

/** The plain way: one row at a time, the whole sequence read anew for every token. */
function drawnOneByOne(stream: ReturnType<typeof keyedRng>): number[] {
  const tokens: number[] = [];
  while (tokens.length < decoding.maxTokens && tokens[tokens.length - 1] !== 0) {
    tokens.push(distribution(logitsAfter([...prompt, ...tokens]), decoding).draw(stream.uniform(tokens.length)));
  }
  return tokens;
}

const streams = Array.from({ length: 40 }, (_, index) => keyedRng("draws").child(index));

describe("tokenTree", () => {
  it("draws what one-by-one decoding draws, with the model's own log-probabilities", async () => {
    const { tree } = await treeAt();
    const draws = await drawActions(tree, decoding, END, streams);
    expect(draws.map((draw) => draw.tokenIds)).toEqual(streams.map(drawnOneByOne));
    const [first] = draws;
    first?.tokenIds.forEach((token, position) => {
      const here = distribution(logitsAfter([...prompt, ...first.tokenIds.slice(0, position)]), decoding);
      expect(first.logProbs[position]).toBe(here.logProb(token));
    });
  });

  it("draws the same when likely replies were followed before", async () => {
    const { tree } = await treeAt();
    await tree.follow([[1, 2, 0], [4, 4, 4, 0], [2]]);
    const draws = await drawActions(tree, decoding, END, streams);
    expect(draws.map((draw) => draw.tokenIds)).toEqual(streams.map(drawnOneByOne));
  });

  it("computes each beginning once: 4,096 equal draws cost a row a token", async () => {
    const { tree, runs } = await treeAt();
    const [stream] = streams;
    await drawActions(tree, decoding, END, Array(4096).fill(stream));
    const length = drawnOneByOne(stream as (typeof streams)[number]).length;
    expect(runs).toEqual(Array(length).fill([1, 1]));
  });

  it("stops each row at its own end token", async () => {
    const { tree } = await treeAt();
    const draws = await drawActions(tree, decoding, END, streams);
    expect(
      draws.every(({ tokenIds }) => tokenIds.indexOf(0) === -1 || tokenIds.indexOf(0) === tokenIds.length - 1),
    ).toBe(true);
    expect(new Set(draws.map((draw) => draw.tokenIds.length)).size).toBeGreaterThan(2);
  });

  it("gives replies beyond the most tokens no chance, and one cut before its end token the chance without it", async () => {
    const { tree } = await treeAt();
    const reply = [1, 2, 3, 0];
    await tree.follow([reply]);
    const chance = (maxTokens: number): number =>
      scoreTokens(tree, { ...decoding, maxTokens }, END, VOCABULARY, reply).drawLogProb;
    const [first, second, third, end] = scoreTokens(tree, decoding, END, VOCABULARY, reply).logProbs as number[];
    expect(chance(4)).toBeCloseTo((first as number) + (second as number) + (third as number) + (end as number), 12);
    expect(chance(3)).toBeCloseTo((first as number) + (second as number) + (third as number), 12);
    expect(chance(2)).toBe(-Infinity);
  });

  it("gives a token outside the vocabulary no chance", async () => {
    const { tree } = await treeAt();
    expect(scoreTokens(tree, decoding, END, VOCABULARY, [1, VOCABULARY]).drawLogProb).toBe(-Infinity);
  });

  it("scores given tokens as the product of their conditional probabilities", async () => {
    const { tree } = await treeAt();
    await tree.follow([[2, 3, 0]]);
    const expected = [2, 3, 0].map((token, position) =>
      distribution(logitsAfter([...prompt, ...[2, 3].slice(0, position)]), decoding).logProb(token),
    );
    expect(scoreTokens(tree, decoding, END, VOCABULARY, [2, 3, 0]).logProbs).toEqual(expected);
  });
});
