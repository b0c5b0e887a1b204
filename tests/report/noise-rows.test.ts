import { describe, expect, it } from "vitest";
import type { DrawNoise, Observation, SummaryRow } from "../../src/core/rows.js";
import { summarise } from "../../src/report/summary.js";

const order = { probes: ["matched"], policies: ["base", "grpo"] };

/** Rows of a mean difference over states of two draws, one trajectory a state. */
function rowsOf(states: readonly (readonly [difference: number, noise: DrawNoise | null])[]): readonly SummaryRow[] {
  const summary = summarise("frozenlake", order, { seed: 1, instanceOf: null });
  states.forEach(([value, noise], index) => {
    const observation: Observation = {
      probe: "matched",
      slice: "all",
      metric: "mean_difference",
      baseline: "base",
      candidate: "grpo",
      trajectory: String(index),
      value,
      kind: "difference",
      samples: 2,
      noise,
    };
    summary.add(observation);
  });
  return summary.rows();
}

function numberOf(rows: readonly SummaryRow[], metric: string): number | null | undefined {
  return rows.find((row) => row.metric === metric)?.estimate;
}

const noise = (variance: number, first: number, second: number): DrawNoise => ({ variance, halves: [first, second] });

describe("beside a mean difference", () => {
  // Differences 0, 1, 2, 3: mean 1.5, variance 5/3; draws of variance .4, so means of 2 draws of .2.
  const states = [0, 1, 2, 3].map((value) => [value, noise(0.4, value - 0.5, value + 0.5)] as const);
  const rows = rowsOf(states);

  it("stand the variances of states and of draws", () => {
    expect(numberOf(rows, "draw_variance")).toBeCloseTo(0.4, 12);
    expect(numberOf(rows, "between_variance")).toBeCloseTo(5 / 3 - 0.2, 12);
  });

  it("stands how far halves of the draws agree", () => {
    expect(numberOf(rows, "split_half_correlation")).toBeCloseTo(1, 12);
    expect(numberOf(rows, "split_half_reliability")).toBeCloseTo(1, 12);
  });

  it("stands what a shrunk state is worth on average, and how many are told apart", () => {
    // By symmetry about 1.5 nothing is below .5 but state 0, whose posterior mean is 1.5 − 1.5 · 1.4667 / 1.6667 > 0.
    const better = numberOf(rows, "probability_better") ?? 0;
    expect(better).toBeGreaterThan(0.8);
    // Posterior sd √(.88 · .2) = .42: states 1, 2 and 3 lie 1.06, 1.94 and 2.82 above zero, state 0 only .18.
    expect(numberOf(rows, "confident_better_share")).toBe(0.75);
    expect(numberOf(rows, "confident_worse_share")).toBe(0);
  });

  it("stands what would be found, and what halves the interval", () => {
    // SE² = 5/3 / 4; three times as many states again; sampling is .05 of .4167, less than three quarters.
    expect(numberOf(rows, "states_to_halve")).toBe(12);
    expect(rows.find((row) => row.metric === "samples_to_halve")).toMatchObject({
      estimate: null,
      note: expect.stringContaining("sampling is 12.0 %"),
    });
  });

  it("stands the effect that would be found, in t of few clusters, and none where no test could find it", () => {
    // Differences 0 … 5: SE² = 3.5 / 6; t on 5 degrees of freedom: .975 at 2.570582, .8 at .919544.
    const six = rowsOf([0, 1, 2, 3, 4, 5].map((value) => [value, noise(0.4, value, value)] as const));
    expect(numberOf(six, "minimum_detectable_effect")).toBeCloseTo((2.570582 + 0.919544) * Math.sqrt(3.5 / 6), 5);
    expect(rows.find((row) => row.metric === "minimum_detectable_effect")).toMatchObject({
      estimate: null,
      note: "fewer than 6 clusters: no effect could be told at 5 %",
    });
  });

  it("stands no variance of single draws, and the reason", () => {
    const alone = rowsOf([0, 1, 2].map((value) => [value, null] as const));
    expect(alone.find((row) => row.metric === "draw_variance")).toMatchObject({
      estimate: null,
      note: "one draw a state says nothing of its own noise",
    });
    expect(numberOf(alone, "probability_better")).toBeUndefined();
  });

  it("stands no shrinkage where states differ by no more than noise", () => {
    const flat = rowsOf([0, 0.1, 0].map((value) => [value, noise(4, value, value)] as const));
    expect(flat.find((row) => row.metric === "probability_better")).toMatchObject({
      estimate: null,
      note: "states differ by no more than sampling noise",
    });
    expect(numberOf(flat, "between_variance")).toBe(0);
  });
});

describe("tests beside the numbers", () => {
  it("are sign flips for a difference and relabelling for a win share, with q-values over all of them", () => {
    const summary = summarise("frozenlake", order, { seed: 1, instanceOf: null });
    const shared = { probe: "matched", slice: "all", baseline: "base", candidate: "grpo", samples: 4 } as const;
    for (const [index, value] of [1, 1, 1, 1, 1, 1].entries()) {
      const trajectory = String(index);
      summary.add({ ...shared, trajectory, metric: "mean_difference", kind: "difference", value });
      // Under each of three relabellings every state ties: 6 wins are the most extreme, 2 · 1 / 4.
      summary.add({ ...shared, trajectory, metric: "win_share", kind: "share", value, relabelled: new Int8Array(3) });
    }
    const rows = summary.rows();
    // 2 of the 64 choices of signs reach a sum of 6. q: .5 stands for both ranks; .03125 · 2 / 1.
    expect(rows.map(({ metric, test, p_value, q_value }) => [metric, test, p_value, q_value])).toEqual([
      ["win_share", "relabel", 0.5, 0.5],
      ["mean_difference", "sign-flip", 0.03125, 0.0625],
      ["relabelled_win_share", "", null, null],
    ]);
  });
});
