import { describe, expect, it } from "vitest";
import { columns } from "../../src/report/columns.js";

// The contract's run folder table; files may have more columns, after these.
const CONTRACT = {
  trajectories: "trajectory_id, task, instance_id, policy, budget, turns, success, termination",
  states:
    "state_id, trajectory_id, kind, turn, turns, stage, turns_left, snapshot, parent_state_id, injected_action, injected_regret, best_quality",
  samples:
    "state_id, policy, sample_index, action, parsed, valid, quality, regret, tokens, nll_nats, baseline_nll_nats",
  pairs:
    "state_id, kind, baseline, candidate, samples, baseline_mean, candidate_mean, difference, outcome, superiority, baseline_exact, candidate_exact, exact_outcome, covered_mass",
  summary:
    "task, probe, slice, metric, baseline, candidate, estimate, ci_low, ci_high, method, states, trajectories, samples, published, note",
  nllActions:
    "trajectory_id, turn, turns, progress, source_policy, success, scored_by, tokens, nll_nats, nll_per_token",
  nllTrajectories:
    "trajectory_id, source_policy, success, turns, tokens, baseline_nll_nats, candidate_nll_nats, log_ratio",
} as const;

describe("the columns of a run folder", () => {
  it.each(Object.entries(CONTRACT))("of %s start with those of the contract, in its order", (file, listed) => {
    const names = Object.keys(columns[file as keyof typeof CONTRACT]);
    const promised = listed.split(", ");
    expect(names.slice(0, promised.length)).toEqual(promised);
  });

  it("are in lower_snake_case", () => {
    for (const name of Object.values(columns).flatMap((file) => Object.keys(file)))
      expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
  });
});
