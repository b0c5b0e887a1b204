import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Decoding } from "../../src/core/policy.js";
import { keyedRng } from "../../src/core/rng.js";
import { type CompiledDecoder, openCompiled } from "../../src/policies/compiled-decoder.js";
import { padRows } from "../../src/policies/compiled-pad.js";
import { type Decoder, openDecoder } from "../../src/policies/decoder.js";
import { drawActions, scoreTokens } from "../../src/policies/draw-actions.js";
import type { KvCache } from "../../src/policies/kv-cache.js";
import { type TokenTree, tokenTree } from "../../src/policies/token-tree.js";
import { BROKEN_TOKEN, TINY_VOCABULARY, type Variant, writeTinyDecoder } from "./tiny-decoder.js";

const SAMPLES = 12;
const END = new Set([0, 6, 7, 20, 33]);
const VARIANTS: readonly (readonly [string, Variant])[] = [
  ["plain", {}],
  ["without positions", { positions: false }],
  ["half precision", { half: true }],
  ["grouped heads", { kvHeads: 2 }],
  ["a number of logits to keep", { keep: true }],
  ["weights beside the graph", { external: true }],
  ["operators of set 13", { operatorSet: 13 }],
];
const plain: Decoding = { temperature: 1, topK: 0, topP: 1, maxTokens: 9 };
const DECODINGS: readonly Decoding[] = [
  plain,
  { ...plain, temperature: 0.6 },
  { ...plain, temperature: 0 },
  { ...plain, topK: 5 },
  { ...plain, temperature: 1.4, topP: 0.7 },
  { ...plain, temperature: 2, topK: 9, topP: 0.9 },
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "matched-state-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function compiledOf(file: string, decoder: Decoder, cacheFolder: string | null = null): CompiledDecoder {
  const compiled = openCompiled(file, decoder.layout, { device: "cpu", threads: 1, cacheFolder });
  if ("reason" in compiled) throw new Error(compiled.reason);
  return compiled;
}

async function cacheOf(decoder: Decoder, prompt: readonly number[]): Promise<KvCache> {
  return prompt.length === 1 ? decoder.emptyCache() : decoder.remember([prompt.slice(0, -1)], decoder.emptyCache());
}

function treeOf(decoder: Decoder, decoding: Decoding, prompt: readonly number[], trunk: KvCache): TokenTree {
  const lastToken = prompt[prompt.length - 1] as number;
  return tokenTree(decoder, TINY_VOCABULARY, decoding, {
    trunk,
    promptLength: prompt.length,
    lastToken,
    check: () => {},
  });
}

function placesOf(prompts: readonly (readonly number[])[]) {
  return prompts.map((prompt, row) => ({
    row,
    length: prompt.length - 1,
    lastToken: prompt[prompt.length - 1] as number,
    name: `state ${row}`,
  }));
}

function streamOf(prompt: number, sample: number) {
  return keyedRng("compiled").child(prompt, sample);
}

/** Numbers of all samples of all prompts, [position, sample]. */
function uniformsOf(prompts: number, maxTokens: number): Float64Array {
  const columns = prompts * SAMPLES;
  return Float64Array.from({ length: maxTokens * columns }, (_, index) => {
    const column = index % columns;
    return streamOf(Math.floor(column / SAMPLES), column % SAMPLES).uniform(Math.floor(index / columns));
  });
}

function farthest(some: ArrayLike<number>, others: ArrayLike<number>): number {
  expect(some.length).toBe(others.length);
  const differences = Array.from(some, (value, index) => {
    const other = others[index] as number;
    return value === other ? 0 : Math.abs(value - other);
  });
  return Math.max(0, ...differences);
}

describe.each(VARIANTS)("a compiled decoder with %s", (name, variant) => {
  // Half-precision caches round: rows read together may then differ from rows read alone in the last of their 11 bits.
  const nearly = variant.half === true ? 5e-3 : 1e-5;
  let file: string;
  let decoder: Decoder;
  let compiled: CompiledDecoder;
  let prompts: readonly (readonly number[])[];
  let caches: readonly KvCache[];

  beforeAll(async () => {
    const inside = join(folder, name.replaceAll(" ", "-"));
    mkdirSync(inside);
    file = join(inside, "model.onnx");
    writeTinyDecoder(file, variant);
    decoder = await openDecoder(file, "cpu", 1);
    compiled = compiledOf(file, decoder);
    const lengths = compiled.pads ? [6, 17, 1, 11] : [9, 9, 9];
    prompts = lengths.map((length, row) => Array.from({ length }, (_, index) => (row * 13 + index * 7) % 46));
    caches = await Promise.all(prompts.map((prompt) => cacheOf(decoder, prompt)));
  });
  afterAll(async () => {
    await compiled.close();
    await decoder.close();
  });

  it("remembers what the decoder remembers, without its logits", async () => {
    const prompt = prompts[1] as readonly number[];
    const mine = await compiled.prefill([prompt.slice(0, 4)], decoder.emptyCache());
    const longer = await compiled.prefill([prompt.slice(4, -1)], mine);
    longer.tensors.forEach(({ data }, index) => {
      const theirs = caches[1]?.tensors[index]?.data ?? [];
      if (variant.half === true) expect(data).toEqual(theirs);
      else expect(farthest(data, theirs)).toBeLessThan(1e-5);
    });
  });

  it.each(DECODINGS)("draws the tokens of the reference, of several prompts at once: %o", async (decoding) => {
    const owners = prompts.flatMap((_, row) => Array<number>(SAMPLES).fill(row));
    const cache = padRows(caches.map((one) => ({ cache: one, row: 0, length: one.length })));
    const uniforms = uniformsOf(prompts.length, decoding.maxTokens);
    const places = placesOf(prompts);
    const mine = await compiled.draw({ cache, prompts: places, owners, uniforms, endTokens: END }, decoding);
    for (const [row, prompt] of prompts.entries()) {
      const tree = treeOf(decoder, decoding, prompt, caches[row] as KvCache);
      const streams = Array.from({ length: SAMPLES }, (_, sample) => streamOf(row, sample));
      const theirs = await drawActions(tree, decoding, END, streams);
      const draws = mine.slice(row * SAMPLES, (row + 1) * SAMPLES);
      const texts = theirs.map((draw) => draw.tokenIds.join());
      const same = draws.filter((draw, sample) => draw.tokenIds.join() === texts[sample]);
      // Half precision moves cumulative sums by more than rounding does: a draw near an edge may fall to its other side.
      if (variant.half === true) expect(same.length).toBeGreaterThanOrEqual(SAMPLES - 2);
      else expect(draws.map((draw) => draw.tokenIds)).toEqual(theirs.map((draw) => draw.tokenIds));
      for (const draw of same) {
        const other = theirs[draws.indexOf(draw)]?.logProbs ?? [];
        expect(farthest(draw.logProbs, other)).toBeLessThan(nearly);
      }
    }
    const lengths = new Set(mine.map((draw) => draw.tokenIds.length));
    if (decoding.temperature > 0) expect(lengths.size).toBeGreaterThan(2);
  });

  it.each(DECODINGS)("scores given tokens as the reference does: %o", async (decoding) => {
    const sequences = prompts.flatMap(() => [[4, 5, 12], [20], [9, 8, 1, 2, 3, 30, 31]]);
    const rows = prompts.flatMap((_, row) => [row, row, row]);
    const cache = padRows(caches.map((one) => ({ cache: one, row: 0, length: one.length })));
    const all = placesOf(prompts);
    const places = rows.map((row) => all[row] as (typeof all)[number]);
    const { scores } = await compiled.score({ cache, prompts: places, sequences }, decoding);
    for (const [index, tokens] of sequences.entries()) {
      const row = rows[index] as number;
      const tree = treeOf(decoder, decoding, prompts[row] as readonly number[], caches[row] as KvCache);
      await tree.follow([tokens]);
      const theirs = scoreTokens(tree, decoding, END, TINY_VOCABULARY, tokens);
      const mine = scores[index] as (typeof scores)[number];
      expect(farthest(mine.logProbs, theirs.logProbs)).toBeLessThan(nearly);
      const total = mine.drawLogProbs.reduce((sum, one) => sum + one, 0);
      expect(farthest([total], [theirs.drawLogProb])).toBeLessThan(nearly * 7);
    }
  });

  it("gives the cache behind scored tokens when it is asked for", async () => {
    const [prompt] = prompts as [readonly number[]];
    const sequences = [[4, 5, 12]];
    const request = { cache: caches[0] as KvCache, prompts: placesOf([prompt]), sequences, keepsCache: true };
    const { cache } = await compiled.score(request, plain);
    const theirs = await cacheOf(decoder, [...prompt, 4, 5, 12]);
    expect(cache?.length).toBe(theirs.length);
    if (variant.half === true) return;
    cache?.tensors.forEach(({ data }, index) => {
      expect(farthest(data, theirs.tensors[index]?.data ?? [])).toBeLessThan(1e-5);
    });
  });

  it("names the state and the token where logits are NaN, and draws nothing from them", async () => {
    const [prompt, cache] = [prompts[0] as readonly number[], caches[0] as KvCache];
    const broken = [...prompt.slice(0, -1), BROKEN_TOKEN];
    const places = placesOf([broken]);
    const uniforms = Float64Array.of(0.5, 0.5);
    const drawing = compiled.draw({ cache, prompts: places, owners: [0], uniforms, endTokens: END }, plain);
    await expect(drawing).rejects.toThrow("state 0: token 0 of the action: expected finite logits, got NaN");
    const sequences = [[1, BROKEN_TOKEN, 2]];
    const scoring = compiled.score({ cache, prompts: placesOf([prompt]), sequences }, plain);
    await expect(scoring).rejects.toThrow("state 0: token 2 of the action: expected finite logits, got NaN");
  });
});

describe("openCompiled", () => {
  async function opened(name: string, variant: Variant, strange?: string) {
    const [known, file] = [join(folder, `${name}-known.onnx`), join(folder, `${name}.onnx`)];
    writeTinyDecoder(known, { ...variant, operatorSet: 18 });
    writeTinyDecoder(file, strange === undefined ? variant : { ...variant, strange });
    const decoder = await openDecoder(known, "cpu", 1);
    await decoder.close();
    return openCompiled(file, decoder.layout, { device: "cpu", threads: 1, cacheFolder: null });
  }

  it("says why it cannot take a model", async () => {
    expect(await opened("strange", {}, "past_conv.0")).toEqual({
      reason: "its graph has inputs that are not known: past_conv.0",
    });
    expect(await opened("old", { operatorSet: 11 })).toEqual({
      reason: "its operators are of set 11, older than 13",
    });
  });

  it("refuses prompts of unlike length where positions cannot be told", async () => {
    const compiled = await opened("unlike", { positions: false });
    if ("reason" in compiled) throw new Error(compiled.reason);
    const file = join(folder, "unlike.onnx");
    const decoder = await openDecoder(file, "cpu", 1);
    const cache = await cacheOf(decoder, [1, 2, 3, 4]);
    const [place] = placesOf([[1, 2, 3]]) as [ReturnType<typeof placesOf>[number]];
    const request = { cache, prompts: [place], owners: [0], uniforms: Float64Array.of(0.5), endTokens: END };
    await expect(compiled.draw(request, plain)).rejects.toThrow("cannot read 2 of 3 tokens");
    await decoder.close();
  });

  it("keeps programs in the cache folder, and leaves the model's own folder as it is", async () => {
    const inside = join(folder, "kept");
    const cacheFolder = join(folder, "cache");
    mkdirSync(inside);
    const file = join(inside, "model.onnx");
    writeTinyDecoder(file);
    const decoder = await openDecoder(file, "cpu", 1);
    const cache = await cacheOf(decoder, [1, 2, 3]);
    const request = {
      cache,
      prompts: placesOf([[1, 2, 3]]),
      owners: [0],
      uniforms: Float64Array.of(0.1, 0.9),
      endTokens: END,
    };
    const draws = [];
    for (let round = 0; round < 2; round += 1) {
      const compiled = compiledOf(file, decoder, cacheFolder);
      draws.push(await compiled.draw(request, plain));
      await compiled.close();
      expect(readdirSync(cacheFolder)).toHaveLength(1);
      expect(readdirSync(inside)).toEqual(["model.onnx"]);
    }
    expect(draws[1]).toEqual(draws[0]);
    await decoder.close();
  });
});
