import { describe, expect, it } from "vitest";
import { gatherRows, type KvCache } from "../../src/policies/kv-cache.js";

/** Two rows, two heads, three tokens, head size 1; each number says row, head, token. */
const cache: KvCache = {
  batch: 2,
  length: 3,
  tensors: [
    { entry: "0.key", heads: 2, headDim: 1, data: Float32Array.of(0, 1, 2, 10, 11, 12, 100, 101, 102, 110, 111, 112) },
  ],
};

describe("gatherRows", () => {
  it("takes the first tokens of every head of the rows asked for, in order, repeats included", () => {
    const rows = [1, 0, 1].map((row) => ({ cache, row }));
    const gathered = gatherRows(rows, 2);
    expect([gathered.batch, gathered.length]).toEqual([3, 2]);
    expect([...(gathered.tensors[0]?.data ?? [])]).toEqual([100, 101, 110, 111, 0, 1, 10, 11, 100, 101, 110, 111]);
  });

  it("keeps half floats as they are", () => {
    const half = { ...cache, tensors: [{ entry: "0.key", heads: 1, headDim: 1, data: Uint16Array.of(7, 8, 9) }] };
    expect(gatherRows([{ cache: half, row: 0 }], 1).tensors[0]?.data).toEqual(Uint16Array.of(7));
  });

  it("refuses rows that are too short, and no rows", () => {
    expect(() => gatherRows([{ cache, row: 0 }], 4)).toThrow("a cache row of 3 tokens cannot give 4");
    expect(() => gatherRows([], 0)).toThrow("at least one row");
  });
});
