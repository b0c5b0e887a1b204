import { describe, expect, it } from "vitest";
import { keyedRng } from "../../src/core/rng.js";
import { outcome } from "../../src/stats/outcome.js";
import { superiority } from "../../src/stats/superiority.js";

describe("one-draw superiority", () => {
  // rliable's probability_of_improvement per task (facts 1.4): U = 5.5 and 5 of 9 pairs.
  it.each([
    [[0.5, 0.6, 0.8], [0.5, 0.7, 0.9], 5.5 / 9],
    [[0.3, 0.2, 0.2], [0.2, 0.2, 0.4], 5 / 9],
  ])("of %j against %j is U over the pairs", (baseline, candidate, expected) => {
    expect(superiority(baseline, candidate)).toBe(expected);
  });

  it("is a half for equal samples in any order, 1 and 0 for separate ones", () => {
    expect(superiority([0.1, 0.2, 0.3], [0.3, 0.1, 0.2])).toBe(0.5);
    expect(superiority([0, 0], [1, 1, 1])).toBe(1);
    expect(superiority([1, 1], [0])).toBe(0);
  });

  it("agrees with the outcome of every pair at odd and unequal lengths, ties within the tolerance included", () => {
    const rng = keyedRng("superiority");
    for (let run = 0; run < 200; run += 1) {
      const draw = (side: string, length: number): readonly number[] =>
        Array.from({ length }, (_, index) => {
          const level = Math.floor(rng.child(run, side).uniform(index) * 5) / 4;
          return level + (rng.child(run, side, "jitter").uniform(index) - 0.5) * 2e-9;
        });
      const baseline = draw("baseline", 1 + (run % 7));
      const candidate = draw("candidate", 1 + (run % 5));
      const points = { win: 1, tie: 0.5, loss: 0 };
      const pairs = candidate.flatMap((own) => baseline.map((other) => points[outcome(other, own)]));
      const expected = pairs.reduce((sum, value) => sum + value, 0) / pairs.length;
      expect(superiority(baseline, candidate)).toBeCloseTo(expected, 14);
      expect(superiority(baseline, candidate) + superiority(candidate, baseline)).toBeCloseTo(1, 14);
    }
  });

  it("has no answer for no samples", () => {
    expect(() => superiority([], [1])).toThrow(RangeError);
  });
});

describe("the outcome of a state", () => {
  it("is a tie within 1e-9, and the candidate's win or loss beyond", () => {
    expect(outcome(0.5, 0.5 + 0.9e-9)).toBe("tie");
    expect(outcome(0.5, 0.5 - 0.9e-9)).toBe("tie");
    expect(outcome(0.5, 0.5 + 1.1e-9)).toBe("win");
    expect(outcome(0.5, 0.5 - 1.1e-9)).toBe("loss");
  });

  it("does not see the order of a sum", () => {
    expect(outcome((0.1 + 0.2 + 0.3) / 3, (0.3 + 0.2 + 0.1) / 3)).toBe("tie");
  });
});
