import { describe, expect, it } from "vitest";
import type { Policy } from "../../src/core/policy.js";
import { keyedRng } from "../../src/core/rng.js";
import type { SummaryRow } from "../../src/core/rows.js";
import type { Trajectory } from "../../src/core/trajectory.js";
import { scriptedPolicy } from "../../src/policies/scripted-policy.js";
import { probes } from "../../src/probes/index.js";
import type { Probe, UnitRows } from "../../src/probes/probe.js";
import { probeTrajectory } from "../../src/probes/probe-trajectory.js";
import { unitDraws } from "../../src/probes/unit-draws.js";
import { summarise } from "../../src/report/summary.js";
import { statesOf } from "../../src/states/states-of.js";
import type { Place } from "../toy/task.js";
import { onPolicy, toyContext, walk } from "../toy/toy-run.js";

const all = Object.values(probes);

async function rowsOf(
  trajectories: readonly Trajectory[],
  baseline: Policy,
  candidate: Policy,
  samples: number,
  chosen: readonly Probe[] = all,
): Promise<readonly UnitRows[]> {
  const context = toyContext(baseline, [candidate], samples);
  return Promise.all(
    trajectories.map((trajectory) => probeTrajectory(trajectory, statesOf(trajectory), chosen, context)),
  );
}

function summaryOf(units: readonly UnitRows[]): (slice: string, metric: string) => SummaryRow {
  const summary = summarise(
    "toy",
    { probes: Object.keys(probes), policies: ["base", "rl"] },
    { seed: 1, instanceOf: null },
  );
  for (const unit of units) {
    const draws = unitDraws(unit, keyedRng("toy"));
    for (const probe of all) for (const one of probe.observe(unit, draws)) summary.add(one);
  }
  const rows = summary.rows();
  return (slice, metric) => rows.find((row) => row.slice === slice && row.metric === metric) as SummaryRow;
}

/** Cells 0, 1, 0, 1: four turns, stages early, middle, late, late. */
const journey = ["on", "back", "on", "on"];

describe("the probes on scripted policies with known probabilities", () => {
  it("gives the exact means, their difference and their outcome at every state", async () => {
    const [unit] = await rowsOf([walk("t", journey)], onPolicy("base", 0.5, 0.5), onPolicy("rl", 0.7, 0.7), 4);
    const exact = unit?.pairs.filter((pair) => pair.kind === "on_trajectory");
    // Cell 0: .5·.8 + .5·.3 = .55 and .7·.8 + .3·.3 = .65; cell 1: .65 and .75.
    for (const [index, [baseline, candidate]] of [
      [0.55, 0.65],
      [0.65, 0.75],
      [0.55, 0.65],
      [0.65, 0.75],
    ].entries()) {
      expect(exact?.[index]?.baseline_exact).toBeCloseTo(baseline as number, 12);
      expect(exact?.[index]?.candidate_exact).toBeCloseTo(candidate as number, 12);
      expect(exact?.[index]?.exact_outcome).toBe("win");
      expect(exact?.[index]?.covered_mass).toBeCloseTo(1, 12);
    }
  });

  it("counts wins, ties and losses of policies that always say one action", async () => {
    // rl says `back` where base says `on`: −.5 at every state, whatever K.
    const units = await rowsOf(
      [walk("t", journey), walk("u", ["on", "on"])],
      onPolicy("base", 1, 1),
      onPolicy("rl", 0, 0),
      3,
    );
    const summary = summaryOf(units);
    expect(summary("all", "loss_share").estimate).toBe(1);
    expect(summary("all", "win_share").estimate).toBe(0);
    expect(summary("all", "mean_difference").estimate).toBeCloseTo(-0.5, 12);
    expect(summary("all", "superiority").estimate).toBe(0);
    expect(summary("all", "placebo_tie_share").estimate).toBe(1);
    expect(summary("all", "loss_share")).toMatchObject({ states: 6, trajectories: 2, samples: 3, method: "wilson" });
  });

  it("gives a tie everywhere, superiority ½ and a placebo without wins to a policy against its twin", async () => {
    const summary = summaryOf(await rowsOf([walk("t", journey)], onPolicy("base", 1, 1), onPolicy("rl", 1, 1), 5));
    expect(summary("all", "tie_share").estimate).toBe(1);
    expect(summary("all", "half_tie_share").estimate).toBe(0.5);
    expect(summary("all", "superiority").estimate).toBe(0.5);
    expect(summary("all", "placebo_win_share").estimate).toBe(0);
    expect(summary("all", "exact_tie_share").estimate).toBe(1);
  });

  it("holds the true difference and the true one-draw superiority within the stated intervals", async () => {
    const trajectories = Array.from({ length: 150 }, (_, index) => walk(`t${index}`, journey));
    const summary = summaryOf(await rowsOf(trajectories, onPolicy("base", 0.4, 0.4), onPolicy("rl", 0.7, 0.7), 4));
    // .3 · .5 = .15 at each state; P(rl better) + ½ P(equal) = .7·.6 + ½ (.7·.4 + .3·.6) = .65.
    for (const [metric, truth] of [
      ["mean_difference", 0.15],
      ["superiority", 0.65],
    ] as const) {
      const { ci_low: low, ci_high: high } = summary("all", metric);
      expect(low).toBeLessThan(truth);
      expect(high).toBeGreaterThan(truth);
    }
  });

  it("finds better recovery alone in a policy that differs at error states alone", async () => {
    const units = await rowsOf(
      [walk("t", journey), walk("u", journey)],
      onPolicy("base", 0.5, 0.5),
      onPolicy("rl", 0.5, 0.9),
      4,
    );
    const summary = summaryOf(units);
    // After `back` the agent stands on cell 0: .4 · (.8 − .3) = .2.
    expect(summary("all", "exact_difference").estimate).toBeCloseTo(0, 12);
    expect(summary("kind=parent", "exact_difference").estimate).toBeCloseTo(0, 12);
    expect(summary("kind=error", "exact_difference").estimate).toBeCloseTo(0.2, 12);
    expect(summary("contrast", "exact_difference").estimate).toBeCloseTo(0.2, 12);
    expect(summary("contrast", "exact_win_share").estimate).toBe(1);
    expect(summary("contrast", "exact_tie_share").estimate).toBe(-1);
    expect(summary("kind=error", "exact_win_share")).toMatchObject({ estimate: 1, states: 8, samples: null });
  });

  it("has no outcome where a draw has no quality, and counts it", async () => {
    const context = toyContext(onPolicy("base", 1, 1), [onPolicy("rl", 0, 0)], 3);
    const { scorer } = context;
    // The scorer fails on `back` at cell 1: there rl's draws have no quality.
    const failing: typeof scorer = {
      ...scorer,
      qualities: async (at, actions) => {
        const isAway = (at.snapshot as Place).cell === 1;
        const qualities = await scorer.qualities(at, actions);
        return qualities.map((quality, i) =>
          isAway && actions[i] === "back" ? { unscored: "out of order" } : quality,
        );
      },
    };
    const trajectory = walk("t", journey);
    const unit = await probeTrajectory(trajectory, statesOf(trajectory), all, { ...context, scorer: failing });
    const rl = unit.samples.filter(({ state_id, policy }) => state_id === "t:1" && policy === "rl");
    expect(rl.map(({ quality, regret, unscored }) => [quality, regret, unscored])).toEqual(
      Array.from({ length: 3 }, () => [null, null, "out of order"]),
    );
    const pair = unit.pairs.find(({ state_id }) => state_id === "t:1");
    expect(pair).toMatchObject({ outcome: null, difference: null, superiority: null, placebo_outcome: null });
    // base never says `back`: its exact mean is known, rl's is not.
    expect(pair).toMatchObject({ baseline_exact: 0.9, candidate_exact: null, exact_outcome: null });
    const summary = summaryOf([unit]);
    expect(summary("all", "loss_share")).toMatchObject({ estimate: 1, states: 2 });
    expect(summary("all", "loss_share").note).toContain("2 without an answer are left out");
    expect(summary("all", "exact_difference")).toMatchObject({ states: 2 });
    // No wrong action is known at cell 1, so that errors are injected at cell 0 alone.
    expect(unit.states.filter(({ kind }) => kind === "error").map((row) => row.parent_state_id)).toEqual([
      "t:0",
      "t:2",
    ]);
    expect(unit.passedOver).toMatchObject({ no_wrong_action: 2 });
  });

  it("says where an error state came from, and what the injected action cost", async () => {
    const [unit] = await rowsOf([walk("t", journey)], onPolicy("base", 0.5, 0.5), onPolicy("rl", 0.5, 0.5), 1);
    const errors = unit?.states.filter((state) => state.kind === "error");
    expect(errors?.[1]).toMatchObject({
      state_id: "t:1!0",
      parent_state_id: "t:1",
      injected_action: "back",
      turn: 2,
      stage: "middle",
      snapshot: '{"cell":0,"turns_left":6}',
      best_quality: 0.8,
    });
    expect(errors?.[1]?.injected_regret).toBeCloseTo(0.5, 12);
  });

  it("passes over states where the wrong action ends the episode, and counts them", async () => {
    const [unit] = await rowsOf(
      [walk("t", ["on", "back"], "base", 2)],
      onPolicy("base", 1, 1),
      onPolicy("rl", 1, 1),
      1,
    );
    expect(unit?.states.map((state) => state.state_id)).toEqual(["t:0", "t:1", "t:0!0"]);
    expect(unit?.passedOver).toEqual({ episode_over: 1 });
  });

  it("passes over error states that do not fit a policy's context, and counts them", async () => {
    const policy = onPolicy("rl", 1, 1);
    const session = { ...policy.session(), fits: async (states: readonly unknown[]) => states.map((_, at) => at > 0) };
    const short: Policy = { ...policy, session: () => session };
    const [unit] = await rowsOf([walk("t", journey)], onPolicy("base", 1, 1), short, 1);
    expect(unit?.passedOver).toEqual({ too_long: 1 });
    expect(unit?.states.filter((state) => state.kind === "error").length).toBe(3);
  });

  it("gives the NLL of the saved actions under each policy, and the log ratio of the trajectory", async () => {
    const [unit] = await rowsOf([walk("t", journey, "rl")], onPolicy("base", 0.5, 0.5), onPolicy("rl", 0.8, 0.8), 1, [
      probes["support"] as Probe,
    ]);
    // on, back, on, on: −ln .8, −ln .2, −ln .8, −ln .8 under rl; −ln .5 four times under base.
    const byRl = unit?.nllActions.filter((row) => row.scored_by === "rl").map((row) => row.nll_nats);
    for (const [turn, p] of [0.8, 0.2, 0.8, 0.8].entries()) expect(byRl?.[turn]).toBeCloseTo(-Math.log(p), 12);
    expect(unit?.nllActions[0]).toMatchObject({
      source_policy: "rl",
      scored_by: "base",
      progress: 0.25,
      tokens: 1,
      success: true,
    });
    const [whole] = unit?.nllTrajectories ?? [];
    expect(whole?.baseline_nll_nats).toBeCloseTo(4 * Math.LN2, 12);
    expect(whole?.log_ratio).toBeCloseTo(3 * Math.log(0.8) + Math.log(0.2) - 4 * Math.log(0.5), 12);
    const summary = summaryOf(unit === undefined ? [] : [unit]);
    // Up to the last third's two actions: 2 ln 1.6 + ln .4 and 3 ln 1.6 + ln .4.
    const late = summary("source=rl,success=true,stage=late", "cumulative_log_ratio");
    expect(late.estimate).toBeCloseTo(2.5 * Math.log(1.6) + Math.log(0.4), 12);
    expect(unit?.samples).toEqual([]);
  });

  it("sums the support of whole trajectories, whichever states were drawn", async () => {
    const trajectory = walk("t", journey);
    const context = toyContext(onPolicy("base", 0.5, 0.5), [onPolicy("rl", 0.8, 0.8)], 1);
    const unit = await probeTrajectory(trajectory, statesOf(trajectory).slice(2, 3), all, context);
    expect(unit.pairs.map((pair) => pair.state_id)).toEqual(["t:2", "t:2!0"]);
    expect(unit.nllTrajectories[0]?.tokens).toBe(4);
    expect(unit.nllTrajectories[0]?.baseline_nll_nats).toBeCloseTo(4 * Math.LN2, 12);
  });

  it("leaves a saved action that a policy never says without an NLL, and counts it", async () => {
    const [unit] = await rowsOf([walk("t", journey)], onPolicy("base", 0.5, 0.5), onPolicy("rl", 1, 1), 1);
    expect(unit?.nllActions.filter((row) => row.scored_by === "rl").map((row) => row.nll_nats)).toEqual([
      0,
      null,
      0,
      0,
    ]);
    expect(unit?.nllTrajectories[0]).toMatchObject({ candidate_nll_nats: null, log_ratio: null });
    const row = summaryOf(unit === undefined ? [] : [unit])("source=base,scored_by=rl", "nll_nats");
    expect(row).toMatchObject({
      estimate: 0,
      states: 3,
      note: expect.stringContaining("1 without an answer are left out"),
    });
  });

  it("counts an invalid reply as an action with a quality of its own, outside the enumerated mass", async () => {
    const table = { on: 0.5, back: 0.25, "let me think": 0.25 };
    const [unit] = await rowsOf(
      [walk("t", ["on"])],
      onPolicy("base", 1, 1),
      scriptedPolicy("rl", () => table),
      64,
    );
    const [pair] = unit?.pairs ?? [];
    expect(pair?.candidate_covered_mass).toBeCloseTo(0.75, 12);
    // (.5 · .8 + .25 · .3) / .75
    expect(pair?.candidate_exact).toBeCloseTo(0.475 / 0.75, 12);
    const invalid = unit?.samples.filter((sample) => !sample.valid) ?? [];
    expect(invalid.length).toBeGreaterThan(0);
    expect(new Set(invalid.map(({ parsed, quality }) => `${parsed} ${quality}`))).toEqual(new Set(["null 0.1"]));
  });
});
