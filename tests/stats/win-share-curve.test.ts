import { describe, expect, it } from "vitest";
import { outcome } from "../../src/stats/outcome.js";
import { blockOutcomes, curveSizes } from "../../src/stats/win-share-curve.js";

const baseline = [0, 1, 1, 1, 0.25];
const candidate = [1, 1, 0, 1, 0.5];

describe("the win-share curve", () => {
  // Pairs of draws: win, tie, loss, tie, win.
  it("at k = 1 compares the draws one by one", () => {
    expect(blockOutcomes(baseline, candidate, 1)).toEqual({ win: 0.4, tie: 0.4, loss: 0.2 });
  });

  // Blocks 0–1 and 2–3: ½ against 1, 1 against ½; the fifth draw is left over.
  it("takes disjoint blocks, and leaves out what fills none", () => {
    expect(blockOutcomes(baseline, candidate, 2)).toEqual({ win: 0.5, tie: 0, loss: 0.5 });
    // 2/3 against 2/3.
    expect(blockOutcomes(baseline, candidate, 3)).toEqual({ win: 0, tie: 1, loss: 0 });
    expect(blockOutcomes(baseline, candidate, 4)).toEqual({ win: 0, tie: 1, loss: 0 });
  });

  it("at k = K is the outcome of the state", () => {
    // 3.25 / 5 against 3.5 / 5.
    expect(outcome(3.25 / 5, 3.5 / 5)).toBe("win");
    expect(blockOutcomes(baseline, candidate, 5)).toEqual({ win: 1, tie: 0, loss: 0 });
  });

  it("ties means that differ by rounding", () => {
    expect(blockOutcomes([0.1, 0.2, 0.3], [0.3, 0.2, 0.1], 3)).toEqual({ win: 0, tie: 1, loss: 0 });
  });

  it("turns wins into losses with the roles", () => {
    for (const k of [1, 2, 3, 4, 5]) {
      const { win, tie, loss } = blockOutcomes(baseline, candidate, k);
      expect(blockOutcomes(candidate, baseline, k)).toEqual({ win: loss, tie, loss: win });
      expect(win + tie + loss).toBe(1);
    }
  });

  it.each([0, 6, 1.5, Number.NaN])("has no point at k = %s of five draws", (k) => {
    expect(() => blockOutcomes(baseline, candidate, k)).toThrow(
      `block size: expected an integer from 1 to 5, got ${k}`,
    );
  });

  it("refuses lists of different lengths", () => {
    expect(() => blockOutcomes([1], [1, 2], 1)).toThrow(RangeError);
  });

  it("is shown at the powers of two below K, and at K", () => {
    expect(curveSizes(1)).toEqual([1]);
    expect(curveSizes(2)).toEqual([1, 2]);
    expect(curveSizes(12)).toEqual([1, 2, 4, 8, 12]);
    expect(curveSizes(16)).toEqual([1, 2, 4, 8, 16]);
    expect(() => curveSizes(0)).toThrow("samples: expected at least 1, got 0");
  });
});
