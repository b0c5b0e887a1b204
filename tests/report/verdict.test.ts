import { describe, expect, it } from "vitest";
import type { SummaryRow } from "../../src/core/rows.js";
import { verdicts } from "../../src/report/verdict.js";
import { summaryRow } from "./summary-rows.js";

type Numbers = readonly [estimate: number | null, low?: number | null, high?: number | null];

function flipped(numbers: Numbers, p: number, slice = "all", metric = "mean_difference"): SummaryRow {
  const probe = slice === "all" ? "matched" : "recovery";
  return summaryRow(probe, slice, metric, numbers, { test: "sign-flip", p_value: p });
}

function winShare(share: number, p: number): SummaryRow {
  return summaryRow("matched", "all", "win_share", [share], { test: "relabel", p_value: p });
}

function text(...rows: readonly SummaryRow[]): string {
  return verdicts(rows)
    .map((verdict) => verdict.text)
    .join("\n");
}

const placebo = summaryRow("matched", "all", "placebo_win_share", [0.395]);

describe("what the numbers of matched allow one to say", () => {
  it("is which policy chooses better, when the interval and the test agree", () => {
    expect(text(flipped([0.03, 0.01, 0.05], 0.004))).toBe(
      "At the same states grpo chooses better next actions than base: the mean difference is +0.030 [+0.010,+0.050], sign-flip p = 0.004.",
    );
    expect(text(flipped([-0.03, -0.05, -0.01], 0.0001))).toMatch(
      /^At the same states grpo chooses worse .* p < 0\.001\.$/,
    );
  });

  it.each([
    ["zero is inside the interval", flipped([0.01, -0.01, 0.03], 0.3)],
    ["zero is its end", flipped([0.01, 0, 0.02], 0.04)],
    ["the test does not agree with it", flipped([0.02, 0.001, 0.039], 0.06)],
    ["there is no interval", flipped([0.02, null, null], 0.01)],
  ])("is nothing when %s", (_, row) => {
    expect(text(row)).toMatch(
      /^These numbers do not tell whether grpo chooses better next actions than base at the same states: the mean/,
    );
  });

  it("is said of the exact difference where there is one, and of how much of the replies it speaks", () => {
    const exact = flipped([0.04, 0.02, 0.06], 0.001, "all", "exact_difference");
    const said = text(flipped([0.01, -0.01, 0.03], 0.3), exact, summaryRow("matched", "all", "covered_mass", [0.4]));
    expect(said).toMatch(/: the exact difference is \+0\.040/);
    expect(said).toMatch(/ Exact numbers speak of 40\.0 % of the replies: the rest is none of the enumerated ones\.$/);
  });

  it("puts the win share beside its placebo, and says when they cannot be told apart", () => {
    const difference = flipped([0.03, 0.01, 0.05], 0.004);
    expect(text(difference, winShare(0.468, 0.31), placebo)).toMatch(
      / The win share of 46\.8 % is not distinguishable from the 39\.5 % of its placebo at 16 draws a state \(relabel p = 0\.310\)\.$/,
    );
    expect(text(difference, winShare(0.468, 0.002), placebo)).toMatch(
      / The win share of 46\.8 % is 7\.3 points above the 39\.5 % of its placebo \(relabel p = 0\.002\)\.$/,
    );
    expect(text(difference, winShare(0.3, 0.002), placebo)).toContain("9.5 points below the 39.5 % of its placebo");
  });

  it("says whether the win share still changes with more draws", () => {
    const shares = [flipped([0.03, 0.01, 0.05], 0.004), winShare(0.468, 0.002), placebo];
    const at = (k: number, share: number): SummaryRow =>
      summaryRow("matched", `k=${k}`, "win_share", [share], { samples: k });
    expect(text(...shares, at(4, 0.3), at(8, 0.41), at(16, 0.468))).toContain(
      "(relabel p = 0.002) and depends on the number of draws: 41.0 % at 8, 46.8 % at 16.",
    );
    expect(text(...shares, at(16, 0.468))).not.toContain("depends");
  });

  it("says what smaller difference would be found, and what halves the interval", () => {
    const of = (metric: string, value: number | null): SummaryRow => summaryRow("matched", "all", metric, [value]);
    const rows = [
      flipped([0.03, 0.01, 0.05], 0.004),
      of("minimum_detectable_effect", 0.028),
      of("states_to_halve", 1836),
    ];
    expect(text(...rows, of("samples_to_halve", 64))).toMatch(
      / A true difference of 0\.028 would be found four times in five; halving the interval takes 1836 further states of such trajectories, or 64 draws a state\.$/,
    );
    expect(text(...rows, of("samples_to_halve", null))).toContain("; no number of draws does it.");
  });

  it("is that policies are equal where every exact difference is a tie, and then speaks of no smaller difference", () => {
    const rows = [
      flipped([0, 0, 0], 1, "all", "exact_difference"),
      summaryRow("matched", "all", "exact_tie_share", [1]),
      summaryRow("matched", "all", "exact_minimum_detectable_effect", [1e-9]),
    ];
    expect(text(...rows)).toBe(
      "grpo chooses next actions as good as those of base at every state: the exact difference is +0.000 [+0.000,+0.000], sign-flip p = 1.000.",
    );
  });

  it("is empty without a difference", () => {
    expect(verdicts([winShare(0.468, 0.002)])).toEqual([]);
    expect(text(flipped([null], 1))).toBe("");
  });
});

describe("what the numbers of recovery allow one to say", () => {
  const rows = (p: number, contrast: Numbers): readonly SummaryRow[] => [
    flipped([0.08, 0.05, 0.11], 0.001, "kind=error"),
    flipped([0.03, 0.01, 0.05], 0.001, "kind=parent"),
    flipped(contrast, p, "contrast"),
  ];

  it("is whether the lead grows after an error", () => {
    expect(text(...rows(0.002, [0.05, 0.01, 0.09]))).toBe(
      "After a wrong action grpo's lead over base is larger: the mean difference is +0.080 there and +0.030 at their parents, a contrast of +0.050 [+0.010,+0.090], sign-flip p = 0.002.",
    );
    expect(text(...rows(0.002, [-0.05, -0.09, -0.01]))).toMatch(/^After a wrong action .* is smaller: /);
    expect(text(...rows(0.4, [0.05, -0.01, 0.11]))).toMatch(
      /^These numbers do not tell whether a wrong action changes/,
    );
  });

  it("is nothing without error states", () => {
    expect(text(flipped([0.03, 0.01, 0.05], 0.001, "kind=parent"))).toBe("");
  });
});

describe("what the numbers of support allow one to say", () => {
  const ratio = (success: boolean, numbers: Numbers): SummaryRow =>
    summaryRow("support", `source=grpo,success=${success}`, "log_ratio", numbers);

  it("is how likely successful trajectories are, beside failed ones", () => {
    expect(text(ratio(true, [1.5, 1.3, 1.7]), ratio(false, [0.2, -0.1, 0.5]))).toBe(
      "grpo's successful trajectories are more likely under grpo than under base: log ratio +1.500 [+1.300,+1.700], clearly above that of its failed ones, +0.200 [-0.100,+0.500].",
    );
    expect(text(ratio(true, [1.5, 1.3, 1.7]), ratio(false, [2, 0.6, 3.3]))).toContain("not clearly apart from that of");
    expect(text(ratio(true, [0.5, 0.3, 0.7]), ratio(false, [2, 1.6, 3.3]))).toContain("clearly below that of");
    expect(text(ratio(true, [0.1, -0.3, 0.5]))).toMatch(/ are not clearly more likely under .*\]\.$/);
  });
});
