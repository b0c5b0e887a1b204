import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Decoding } from "../../src/core/policy.js";
import { keyedRng } from "../../src/core/rng.js";
import { type Decoder, openDecoder } from "../../src/policies/decoder.js";
import { patientDecoder } from "../../src/policies/decoder-rows.js";
import { takesOneRow } from "../../src/policies/graph-mask.js";
import { loadLimits } from "../../src/policies/load-limits.js";
import { loopReplies } from "../../src/policies/loop-replies.js";
import type { ReplyEngine, ReplyRequest, ReplyResult } from "../../src/policies/reply-engine.js";
import type { LoadLimits } from "../../src/policies/tree-loads.js";
import { openTreeProgram, type TreeProgram } from "../../src/policies/tree-program.js";
import { treeReplies } from "../../src/policies/tree-replies.js";
import { BROKEN_TOKEN, TINY_VOCABULARY, type Variant, writeTinyDecoder } from "./tiny-decoder.js";

const SAMPLES = 12;
const END = new Set([0, 6, 7, 20, 33]);
const VARIANTS: readonly (readonly [string, Variant])[] = [
  ["plain", {}],
  ["half precision", { half: true }],
  ["grouped heads", { kvHeads: 2 }],
  ["a number of logits to keep", { keep: true }],
  ["weights beside the graph", { external: true }],
  ["operators of set 13", { operatorSet: 13 }],
  ["a mask that is added", { added: true }],
  ["a kernel that masks and rotates", { grouped: true, positions: false }],
  ["logits at the last position alone", { lastOnly: true }],
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
/** Runs so small that every call takes several. */
const NARROW: LoadLimits = { tokens: 4, rows: 3, drawnTokens: 20 };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "matched-state-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A conversation of three turns, one that shares its beginning, one that does not, and one of a single token. */
const trunk = Array.from({ length: 17 }, (_, index) => (index * 7 + 1) % 46);
const PROMPTS = [trunk.slice(0, 6), trunk.slice(0, 11), trunk, [...trunk.slice(0, 8), 40, 2], [13]];
/** Branches off the second prompt, as an error state does. */
const ERRORS = [
  [...trunk.slice(0, 11), 3, 9, 9],
  [...trunk.slice(0, 11), 3, 4],
];

function requests(prompts: readonly (readonly number[])[], samples: number): readonly ReplyRequest[] {
  return prompts.map((prompt, row) => ({
    name: `state ${row}`,
    prompt,
    shared: Math.min(4, prompt.length - 1),
    sequences: [trunk.slice(prompt.length, prompt.length + 3), [20], [9, 8, 1, 2, 3, 30, 31], [1, TINY_VOCABULARY], []],
    streams: Array.from({ length: samples }, (_, sample) => keyedRng("tree").child(prompt.join(), sample)),
  }));
}

/** What a probe asks of one trajectory: scores of what was said, draws, and draws at states that branch off. */
async function probe(engine: ReplyEngine): Promise<readonly ReplyResult[]> {
  const session = engine.session();
  return [
    ...(await session.answer(requests(PROMPTS, 0))),
    ...(await session.answer(requests(PROMPTS, SAMPLES))),
    ...(await session.answer(requests(ERRORS, SAMPLES))),
    ...(await session.answer(requests(ERRORS, 0))),
  ];
}

function expectClose(some: readonly number[], others: readonly number[], nearly: number): void {
  expect(some.length).toBe(others.length);
  for (const [at, value] of some.entries()) {
    const other = others[at] as number;
    expect(value === other || Math.abs(value - other) < nearly, `${value} and ${other}`).toBe(true);
  }
}

describe.each(VARIANTS)("a compiled decoder with %s", (name, variant) => {
  const isHalf = variant.half === true;
  // Half-precision caches round: rows read together may then differ from rows read alone in the last of their 11 bits.
  const nearly = isHalf ? 5e-3 : 1e-5;
  let file: string;
  let decoder: Decoder;

  beforeAll(async () => {
    const inside = join(folder, name.replaceAll(" ", "-"));
    mkdirSync(inside);
    file = join(inside, "model.onnx");
    writeTinyDecoder(file, variant);
    decoder = patientDecoder(await openDecoder(file, "cpu", 1), takesOneRow(file));
  });
  afterAll(() => decoder.close());

  async function open(decoding: Decoding, cacheFolder: string | null = null): Promise<TreeProgram> {
    const program = await openTreeProgram(file, decoder.layout, decoding, {
      device: "cpu",
      threads: 1,
      cacheFolder,
      contextLength: 64,
    });
    if ("reason" in program) throw new Error(program.reason);
    return program;
  }
  const engineOf = (
    program: TreeProgram,
    decoding: Decoding,
    limits = loadLimits(decoder.layout, TINY_VOCABULARY, 512),
  ) => treeReplies({ description: "compiled", program, vocabulary: TINY_VOCABULARY, decoding, endTokens: END, limits });

  it.each(DECODINGS)("draws and scores as the reference does, in one run or in many: %o", async (decoding) => {
    const program = await open(decoding);
    const theirs = await probe(loopReplies(decoder, TINY_VOCABULARY, decoding, END, "asked for"));
    for (const limits of [loadLimits(decoder.layout, TINY_VOCABULARY, 512), NARROW]) {
      const mine = await probe(engineOf(program, decoding, limits));
      for (const [at, { scores, draws }] of mine.entries()) {
        const other = theirs[at] as ReplyResult;
        expect(scores.map(({ tokenIds }) => tokenIds)).toEqual(other.scores.map(({ tokenIds }) => tokenIds));
        for (const [place, score] of scores.entries()) {
          const { logProbs, drawLogProb } = other.scores[place] as (typeof scores)[number];
          expectClose(score.logProbs, logProbs, nearly);
          // A token near the edge of top-p falls to its other side in half precision.
          if (!isHalf) expectClose([score.drawLogProb], [drawLogProb], nearly * 7);
        }
        const same = draws.filter((draw, sample) => draw.tokenIds.join() === other.draws[sample]?.tokenIds.join());
        expect(draws.length - same.length).toBeLessThanOrEqual(isHalf ? 2 : 0);
        for (const [sample, draw] of draws.entries()) {
          if (same.includes(draw)) expectClose(draw.logProbs, other.draws[sample]?.logProbs ?? [], nearly);
        }
      }
      const lengths = new Set(mine.flatMap(({ draws }) => draws.map(({ tokenIds }) => tokenIds.length)));
      if (decoding.temperature > 0) expect(lengths.size).toBeGreaterThan(2);
    }
    await program.close();
  });

  it("names the state and the token where logits are NaN, and draws nothing from them", async () => {
    const program = await open(plain);
    const stream = keyedRng("broken");
    const drawing = engineOf(program, plain)
      .session()
      .answer([{ name: "state 0", prompt: [1, BROKEN_TOKEN], shared: 0, sequences: [], streams: [stream] }]);
    await expect(drawing).rejects.toThrow("state 0: token 0 of the action: expected finite logits, got NaN");
    const scoring = engineOf(program, plain)
      .session()
      .answer([{ name: "state 0", prompt: [1], shared: 0, sequences: [[1, BROKEN_TOKEN, 2]], streams: [] }]);
    await expect(scoring).rejects.toThrow("state 0: token 2 of the action: expected finite logits, got NaN");
    await program.close();
  });

  it("keeps its program in the cache folder, and leaves the model's own folder as it is", async () => {
    const cacheFolder = join(folder, `cache ${name}`);
    const before = readdirSync(join(file, ".."));
    const found = [];
    for (let round = 0; round < 2; round += 1) {
      const program = await open(plain, cacheFolder);
      found.push(await probe(engineOf(program, plain)));
      await program.close();
      expect(readdirSync(cacheFolder)).toHaveLength(1);
      expect(readdirSync(join(file, ".."))).toEqual(before);
    }
    expect(found[1]).toEqual(found[0]);
  });
});

describe("a session", () => {
  it("reads no token of a trajectory twice", async () => {
    const file = join(folder, "counted.onnx");
    writeTinyDecoder(file);
    const decoder = await openDecoder(file, "cpu", 1);
    const program = await openTreeProgram(file, decoder.layout, plain, {
      device: "cpu",
      threads: 1,
      cacheFolder: null,
      contextLength: 64,
    });
    if ("reason" in program) throw new Error(program.reason);
    const read: number[] = [];
    const counted: TreeProgram = {
      ...program,
      run: (request, decoding) => {
        read.push(request.tree.length - request.cache.length);
        return program.run(request, decoding);
      },
    };
    const limits = loadLimits(decoder.layout, TINY_VOCABULARY, 512);
    const engine = treeReplies({
      description: "compiled",
      program: counted,
      vocabulary: TINY_VOCABULARY,
      decoding: plain,
      endTokens: END,
      limits,
    });
    const session = engine.session();
    const only = (prompts: readonly (readonly number[])[], sequences: readonly (readonly number[])[]) =>
      requests(prompts, 0).map((request, at) => ({ ...request, sequences: [sequences[at] ?? []] }));
    const conversation = PROMPTS.slice(0, 3);
    const saved = conversation.map((prompt) => [...trunk, 5, 6, 7].slice(prompt.length, prompt.length + 3));
    const drawing = requests(conversation, SAMPLES);
    const results = await session.answer(drawing.map((request, at) => ({ ...request, sequences: [saved[at] ?? []] })));
    // Four tokens that conversations share, by themselves; the other 13 of the longest prompt, and two of the last reply,
    // behind whose third nothing is asked; then what draws add.
    expect(read.slice(0, 2)).toEqual([4, 15]);
    expect(session.usage?.read).toBe(session.usage?.distinct);
    expect(session.usage?.read).toBeGreaterThan(15);
    const runs = read.length;
    const again = await session.answer(only(conversation, saved));
    expect(again.map(({ scores }) => scores)).toEqual(results.map(({ scores }) => scores));
    expect(read.length).toBe(runs);
    await session.answer(requests(ERRORS, SAMPLES).map((request) => ({ ...request, sequences: [] })));
    // The tokens in which two error states differ from their parent and each other: 3 9 9, and 4.
    expect(read[runs]).toBe(4);
    expect(session.usage?.read).toBe(session.usage?.distinct);
    await program.close();
    await decoder.close();
  });
});

describe("openTreeProgram", () => {
  async function opened(name: string, variant: Variant) {
    const [known, file] = [join(folder, `${name}-known.onnx`), join(folder, `${name}.onnx`)];
    writeTinyDecoder(known, {});
    writeTinyDecoder(file, variant);
    const decoder = await openDecoder(known, "cpu", 1);
    await decoder.close();
    const layout = { ...decoder.layout, takesPositions: variant.positions ?? true };
    return openTreeProgram(file, layout, plain, { device: "cpu", threads: 1, cacheFolder: null, contextLength: 64 });
  }

  it.each([
    ["strange", { strange: "past_conv.0" }, "its graph has inputs that are not known: past_conv.0"],
    ["old", { operatorSet: 11 }, "its operators are of set 11, older than 13"],
    ["without positions", { positions: false }, "it cannot be told positions"],
    // Neither shows in a conversation of a few tokens.
    ["a window", { window: 40 }, "it does not see all of 64 tokens"],
    ["a slope", { slope: true }, "it weighs tokens by where they lie"],
  ] as const)("says why it cannot take a model: %s", async (name, variant, reason) => {
    expect(await opened(name, variant)).toEqual({ reason: expect.stringContaining(reason) });
  });
});
