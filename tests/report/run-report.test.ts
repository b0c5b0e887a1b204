import { describe, expect, it } from "vitest";
import { keyedRng } from "../../src/core/rng.js";
import type { PairRow, SampleRow, StateRow } from "../../src/core/rows.js";
import { nllQuantiles } from "../../src/report/nll-quantiles.js";
import { type RunFacts, reportBuilder, trajectoryOrder } from "../../src/report/run-report.js";

const facts: RunFacts = {
  name: "run",
  task: "toy",
  baseline: "base",
  candidates: ["rl"],
  samples: 2,
  quality: "",
  facts: [],
  summary: [],
  notices: [],
};

function state(trajectory: string, turn: number): StateRow {
  return {
    state_id: `${trajectory}:${turn}`,
    trajectory_id: trajectory,
    kind: "on_trajectory",
    turn,
    turns: 2,
    stage: "early",
    turns_left: 2 - turn,
    snapshot: "{}",
    parent_state_id: null,
    injected_action: null,
    injected_regret: null,
    best_quality: 1,
  };
}

function sample(
  policy: string,
  action: string,
  parsed: string | null,
  set: SampleRow["sample_set"] = "main",
): SampleRow {
  const scores = { quality: 0.5, regret: 0.5, tokens: 1, nll_nats: 1, baseline_nll_nats: 1, unscored: null };
  return {
    state_id: "t:0",
    policy,
    sample_index: 0,
    action,
    parsed,
    valid: parsed !== null,
    sample_set: set,
    ...scores,
  };
}

function pair(trajectory: string, turn: number): PairRow {
  const exact = { baseline_exact: 0.4, candidate_exact: 0.6, exact_outcome: "win" } as const;
  const means = { baseline_mean: 0.5, candidate_mean: 0.25, difference: -0.25, outcome: "loss" } as const;
  const named = { state_id: `${trajectory}:${turn}`, trajectory_id: trajectory, kind: "on_trajectory" } as const;
  return { ...named, candidate: "rl", baseline: "base", ...means, ...exact } as PairRow;
}

describe("the report of a run", () => {
  it("counts each distinct action once, by policy, without the placebo's draws", () => {
    const builder = reportBuilder(["base", "rl"], [{ trajectory: "t", states: 1 }]);
    builder.add({
      states: [state("t", 0)],
      samples: [
        sample("base", "go left", "left"),
        sample("rl", "left it is", "left"),
        sample("rl", "hm", null),
        sample("base", "go left", "left", "placebo"),
      ],
      exactActions: [{ state_id: "t:0", policy: "rl", action: "right", probability: 0.25, quality: 1 }],
    });
    const [shown] = builder.report(facts).explorer.shown;
    expect(shown?.actions.map(({ action, counts, probabilities }) => [action, counts, probabilities])).toEqual([
      ["left", [1, 1], [null, null]],
      ["hm", [0, 1], [null, null]],
      ["right", [0, 0], [null, 0.25]],
    ]);
  });

  it("shows a reply where its canonical action is too long for a cell, and cuts what is very long", () => {
    const builder = reportBuilder(["base", "rl"], [{ trajectory: "t", states: 1 }]);
    const program = "print(1)\n".repeat(1000);
    builder.add({ states: [state("t", 0)], samples: [sample("rl", `Here:\n${program}`, program)] });
    const text = builder.report(facts).explorer.shown[0]?.actions[0]?.action ?? "";
    expect(text.startsWith("Here:\nprint(1)\n")).toBe(true);
    expect(text).toMatch(/… \(9006 characters\)$/);
  });

  it("takes whole trajectories up to its limits, in an order that the seed gives, and says how many there are", () => {
    const ids = Array.from({ length: 4000 }, (_, index) => `t${index}`);
    const order = trajectoryOrder(new Map(ids.map((id) => [id, 2])), keyedRng("3"));
    const builder = reportBuilder(["base", "rl"], order);
    for (const id of ids) builder.add({ states: [state(id, 0), state(id, 1)], pairs: [pair(id, 0), pair(id, 1)] });
    const { explorer, points } = builder.report(facts);
    expect([explorer.shown.length, explorer.total]).toEqual([3000, 8000]);
    expect([points.shown.length, points.total]).toEqual([3000, 8000]);
    const chosen = new Set(order.slice(0, 1500).map((one) => one.trajectory));
    expect(explorer.shown.every((one) => chosen.has(one.trajectory))).toBe(true);
    expect(chosen).not.toEqual(new Set(ids.slice(0, 1500)));
  });

  it("plots exact qualities where there are any, else means", () => {
    const builder = reportBuilder(["base", "rl"], [{ trajectory: "t", states: 2 }]);
    const drawn = { ...pair("t", 1), baseline_exact: null, candidate_exact: null, exact_outcome: null };
    builder.add({ states: [state("t", 0), state("t", 1)], pairs: [pair("t", 0), drawn] });
    expect(
      builder.report(facts).points.shown.map((one) => [one.baselineQuality, one.candidateQuality, one.outcome]),
    ).toEqual([
      [0.4, 0.6, "win"],
      [0.5, 0.25, "loss"],
    ]);
  });

  it("gives quantiles of NLL by source and scorer, without the infinite", () => {
    const { add, groups } = nllQuantiles();
    for (const nll_nats of [4, 0, 2, 1, 3, null]) {
      add({ source_policy: "rl", scored_by: "base", nll_nats } as Parameters<typeof add>[0]);
    }
    // Linear between order statistics: 5 % of the way from 0 to 4 is .2.
    expect(groups()).toEqual([
      { source: "rl", scoredBy: "base", actions: 5, quantiles: [0.2, 1, 2, 3, expect.closeTo(3.8, 12)], mean: 2 },
    ]);
  });
});
