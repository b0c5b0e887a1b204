import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { defaultCacheFolder } from "../../src/policies/compiled-cache.js";
import { ELEMENT } from "../../src/policies/graph-builder.js";
import { readModelGraph } from "../../src/policies/graph-file.js";
import { maskPlaces } from "../../src/policies/graph-mask.js";
import { treeModel } from "../../src/policies/graph-tree.js";
import { wireFields } from "../../src/policies/graph-wire.js";
import type { ModelLayout } from "../../src/policies/model-layout.js";
import { writeTinyDecoder } from "./tiny-decoder.js";

const BUNDLED = "fixtures/frozenlake/policies/base/onnx/model.onnx";
const folder = mkdtempSync(join(tmpdir(), "matched-state-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Offset and length of a tensor's external data. */
function rangeOf(tensor: Buffer): readonly number[] {
  const fields = (bytes: Buffer) => [...wireFields((start, end) => bytes.subarray(start, end), 0, bytes.length)];
  const entries = fields(tensor)
    .filter(({ number }) => number === 13)
    .map(({ start, end }) => {
      const entry = tensor.subarray(start, end);
      return fields(entry).map((part) => entry.toString("utf8", part.start, part.end)) as [string, string];
    });
  const { offset, length } = Object.fromEntries(entries) as Record<string, string>;
  return offset === undefined ? [] : [Number(offset), Number(length)];
}

describe("readModelGraph", () => {
  it("reads nodes, inputs and outputs, and leaves the weights in the file", () => {
    const graph = readModelGraph(BUNDLED);
    expect(graph.operatorSet).toBe(18);
    expect(graph.inputs.slice(0, 4)).toEqual(["input_ids", "attention_mask", "position_ids", "past_key_values.0.key"]);
    expect(graph.outputs[0]).toBe("logits");
    expect(graph.nodes.find((node) => node.outputs.includes("present.0.key"))?.operator).toBe("Concat");
    const held = graph.weights.reduce((total, { bytes }) => total + bytes.length, 0);
    expect(held).toBeLessThan(readFileSync(BUNDLED).length / 100);
    // The embedding is the widest tensor: 415 tokens of 128 single-precision numbers.
    const ranges = graph.weights.map(({ bytes }) => rangeOf(bytes)).filter((range) => range.length > 0);
    expect(ranges.map(([, length]) => length)).toContain(415 * 128 * 4);
  });

  it("refers to the very bytes of a weight", () => {
    const file = join(folder, "model.onnx");
    writeTinyDecoder(file);
    const whole = readFileSync(file);
    // The first constant is the embedding, whose numbers follow a rule: 2 · frac((i + 1) · 0.618034 + 0.414214) − 1.
    const [offset, length] = rangeOf(readModelGraph(file).weights[0]?.bytes as Buffer) as [number, number];
    expect(length).toBe(48 * 32 * 4);
    expect(whole.readFloatLE(offset)).toBeCloseTo(2 * (0.618034 + 0.414214 - 1) - 1, 6);
  });

  it("throws on a file that is cut short", () => {
    const file = join(folder, "cut.onnx");
    writeFileSync(file, readFileSync(BUNDLED).subarray(0, 100_000));
    expect(() => readModelGraph(file)).toThrow(RangeError);
  });
});

describe("compiled programs", () => {
  it("change only together with COMPILER in compiled-cache: kept ones of the old form would be taken for new", () => {
    const file = join(folder, "fixed.onnx");
    writeTinyDecoder(file);
    const shape = { heads: 4, headDim: 8, type: "float32" } as const;
    const layout: ModelLayout = {
      takesPositions: true,
      logitsToKeep: null,
      vocabulary: 48,
      cache: ["0.key", "0.value"].map((entry) => ({
        ...shape,
        entry,
        input: `past_key_values.${entry}`,
        output: `present.${entry}`,
      })),
    };
    const [compiler] =
      /COMPILER = "(\d+)"/.exec(readFileSync("src/policies/compiled-cache.ts", "utf8"))?.slice(1) ?? [];
    const model = readModelGraph(file);
    const meaning = { rank: 4, element: ELEMENT.bool, seen: Buffer.of(1), hidden: Buffer.of(0) };
    const masks = new Map(maskPlaces(model).map(({ tensor }) => [tensor, meaning]));
    const bytes = treeModel(model, layout, "cut", masks);
    const digest = createHash("sha256").update(bytes).digest("hex");
    expect(`${compiler}: ${digest.slice(0, 16)}`).toBe("5: 2c3fdbb716c9a356");
  });

  it("are kept where XDG_CACHE_HOME says, else in ~/.cache", () => {
    expect(defaultCacheFolder({ XDG_CACHE_HOME: "/c" })).toBe("/c/matched-state");
    expect(defaultCacheFolder({ XDG_CACHE_HOME: "" })).toMatch(/\/\.cache\/matched-state$/);
  });
});
