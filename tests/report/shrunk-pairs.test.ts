import { describe, expect, it } from "vitest";
import type { PairRow } from "../../src/core/rows.js";
import { shrunkPairs } from "../../src/report/shrunk-pairs.js";
import { shrinkage } from "../../src/stats/shrinkage.js";

function pair(kind: PairRow["kind"], difference: number | null, variance: number | null = 0.2): PairRow {
  const variances = { baseline_variance: variance, candidate_variance: variance };
  return { kind, candidate: "rl", samples: 4, difference, ...variances } as PairRow;
}

describe("pairs of a run", () => {
  const saved = [0, 1, 2, 3].map((difference) => pair("on_trajectory", difference));
  const errors = [-3, -2, 0].map((difference) => pair("error", difference));
  const shrunk = shrunkPairs();
  for (const one of [...saved, ...errors]) shrunk.add(one);

  it("are shrunk toward the mean of their own kind of state, by the noise of a mean of K draws", () => {
    // Two policies of variance .2, means of 4 draws: .4 / 4 = .1.
    for (const [family, differences] of [
      [saved, [0, 1, 2, 3]],
      [errors, [-3, -2, 0]],
    ] as const) {
      const fit = shrinkage(
        differences,
        differences.map(() => 0.1),
        4,
      );
      family.forEach((one, index) => {
        const expected = fit.posterior?.(differences[index] as number, 0.1);
        const { shrunk_difference, probability_better } = shrunk.filled(one);
        expect(shrunk_difference).toBeCloseTo(expected?.mean ?? Number.NaN, 12);
        expect(probability_better).toBeCloseTo(expected?.probabilityPositive ?? Number.NaN, 12);
      });
    }
  });

  it("stay as they are without an answer, or with one draw", () => {
    expect(shrunk.filled(pair("error", null))).toMatchObject({ difference: null });
    expect(shrunk.filled(pair("error", 1, null)).shrunk_difference).toBeUndefined();
  });
});
