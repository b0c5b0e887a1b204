import { describe, expect, it } from "vitest";
import type { Observation } from "../../src/core/rows.js";
import { summarise } from "../../src/report/summary.js";

const byTrajectory = { seed: 1, instanceOf: null };
const order = { probes: ["matched", "recovery", "support"], policies: ["base", "grpo"] };

function observation(more: Partial<Observation> = {}): Observation {
  return {
    probe: "matched",
    slice: "all",
    metric: "win_share",
    baseline: "base",
    candidate: "grpo",
    trajectory: "t1",
    value: 1,
    kind: "share",
    samples: 16,
    ...more,
  };
}

// facts/statistics.md 1.1
const EXAMPLE = [
  ["a", [1, 1, 0]],
  ["b", [1, 0, 0]],
  ["c", [0, 1]],
  ["d", [1, 1]],
] as const;

const observations = EXAMPLE.flatMap(([trajectory, values]) =>
  values.map((value) => observation({ trajectory, value })),
);

describe("the summary", () => {
  it("turns observations into the row of summary.csv, the paper's value beside ours", () => {
    const summary = summarise("frozenlake", order, byTrajectory);
    for (const one of observations) summary.add(one);
    const [row] = summary.rows();
    // t.975 on 3 degrees of freedom 3.18244631 · CR1 .13466006584482768 = .4285484290171325
    expect(row?.ci_low).toBeCloseTo(0.6 - 0.4285484290171325, 12);
    expect(row?.ci_high).toBeCloseTo(0.6 + 0.4285484290171325, 12);
    expect({ ...row, ci_low: null, ci_high: null, bca_low: null, bca_high: null }).toEqual({
      task: "frozenlake",
      probe: "matched",
      slice: "all",
      metric: "win_share",
      baseline: "base",
      candidate: "grpo",
      estimate: 0.6,
      ci_low: null,
      ci_high: null,
      method: "cr1-t",
      states: 10,
      trajectories: 4,
      samples: 16,
      published: 0.428,
      note: "bootstrap: fewer than 20 clusters: the interval covers less than it claims",
      clusters: 4,
      test: "",
      p_value: null,
      q_value: null,
      bca_low: null,
      bca_high: null,
    });
  });

  it("gives a share of all wins Wilson's interval, a mean of all ones none such", () => {
    const summary = summarise("frozenlake", order, byTrajectory);
    for (const trajectory of ["a", "b"]) {
      summary.add(observation({ trajectory }));
      summary.add(observation({ trajectory, metric: "mean_difference", kind: "mean" }));
    }
    expect(summary.rows().map((row) => [row.metric, row.method])).toEqual([
      ["win_share", "wilson"],
      ["mean_difference", "cr1-t"],
    ]);
  });

  it("orders rows by probe, candidate, slice and metric, however they came", () => {
    const keys = [
      ["matched", "all", "win_share"],
      ["matched", "all", "loss_share"],
      ["matched", "all", "something_new"],
      ["matched", "stage=early", "win_share"],
      ["matched", "stage=late", "win_share"],
      ["matched", "turn=2", "win_share"],
      ["matched", "turn=10", "win_share"],
      ["recovery", "kind=error", "win_share"],
      ["recovery", "kind=error,stage=early", "win_share"],
      ["recovery", "kind=error,stage=middle", "win_share"],
      ["recovery", "kind=parent", "win_share"],
      ["recovery", "contrast", "win_share"],
      ["support", "source=base,scored_by=base", "nll_nats"],
      ["support", "source=base,scored_by=grpo", "nll_nats"],
      ["support", "source=base,success=true", "log_ratio"],
      ["support", "source=base,success=true,stage=late", "cumulative_log_ratio"],
      ["support", "source=base,success=false", "log_ratio"],
      ["support", "source=grpo,scored_by=base", "nll_nats"],
      ["support", "source=another,scored_by=base", "nll_nats"],
      ["later probe", "all", "win_share"],
    ] as const;
    // 7 is prime to 20: an order far from the sorted one.
    const turned = keys.map((_, index) => keys[(index * 7) % keys.length] ?? keys[0]);
    const summary = summarise("frozenlake", order, byTrajectory);
    for (const [probe, slice, metric] of turned) summary.add(observation({ probe, slice, metric }));
    expect(summary.rows().map((row) => [row.probe, row.slice, row.metric])).toEqual(keys);
  });

  it("puts numbers that concern no pair before those that do", () => {
    const summary = summarise("frozenlake", order, byTrajectory);
    summary.add(observation({ probe: "support", slice: "source=base,success=true" }));
    summary.add(observation({ probe: "support", slice: "source=base,scored_by=base", baseline: "", candidate: "" }));
    expect(summary.rows().map((row) => row.candidate)).toEqual(["", "grpo"]);
  });

  it("keeps candidates apart", () => {
    const summary = summarise("frozenlake", { ...order, policies: ["base", "zero", "grpo"] }, byTrajectory);
    summary.add(observation());
    summary.add(observation({ candidate: "zero", value: 0 }));
    expect(summary.rows().map((row) => [row.candidate, row.estimate])).toEqual([
      ["zero", 0],
      ["grpo", 1],
    ]);
  });

  it("takes instances as clusters when asked, and says so", () => {
    const summary = summarise("frozenlake", order, {
      seed: 1,
      instanceOf: (trajectory) => (trajectory < "c" ? "map 1" : "map 2"),
    });
    for (const one of observations) summary.add(one);
    const [row] = summary.rows();
    // Residual sums: 3 − 6 · .6 = −.6 and 3 − 4 · .6 = .6; CR1 = √(2 · .72) / 10 = .12; t.975 on 1 degree 12.7062047.
    expect(row).toMatchObject({ estimate: 0.6, trajectories: 4, clusters: 2, method: "cr1-t-instance" });
    expect((row?.ci_high ?? 0) - 0.6).toBeCloseTo(12.706204736174694 * 0.12, 12);
  });

  it("leaves observations without an answer out of the estimate, and counts them in the note", () => {
    const summary = summarise("frozenlake", order, byTrajectory);
    for (const one of observations) summary.add(one);
    for (const trajectory of ["a", "e"]) summary.add(observation({ trajectory, value: null }));
    const [row] = summary.rows();
    expect(row).toMatchObject({
      estimate: 0.6,
      states: 10,
      trajectories: 4,
      note: expect.stringMatching(/^2 without an answer are left out/),
    });
  });

  it("refuses what cannot be averaged together", () => {
    const summary = summarise("frozenlake", order, byTrajectory);
    summary.add(observation());
    expect(() => summary.add(observation({ value: 1.5 }))).toThrow("expected a share in [0, 1], got 1.5");
    expect(() => summary.add(observation({ value: Number.NaN }))).toThrow("got NaN");
    expect(() => summary.add(observation({ samples: 8 }))).toThrow("expected a share of 16 samples, got a share of 8");
    expect(() => summary.add(observation({ kind: "mean" }))).toThrow(RangeError);
  });
});
