import { describe, expect, it } from "vitest";
import type { SummaryRow } from "../../src/core/rows.js";
import { groupRows } from "../../src/report/row-index.js";
import { changeVerdict, verdicts } from "../../src/report/verdict.js";
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
const shuffled = summaryRow("matched", "all", "relabelled_win_share", [0.41, 0.37, 0.45]);

describe("what the numbers of matched allow one to say", () => {
  it("is which policy chooses better, when the interval and the test agree", () => {
    expect(text(flipped([0.03, 0.01, 0.05], 0.004))).toBe(
      "At the same states grpo chooses better next actions than base on average: the mean difference is +0.030 [+0.010,+0.050], sign-flip p = 0.004.",
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

  it("holds the win share against shuffled labels, which its test compares it with, and names the placebo", () => {
    const difference = flipped([0.03, 0.01, 0.05], 0.004);
    expect(text(difference, winShare(0.468, 0.31), shuffled, placebo)).toMatch(
      / The win share of 46\.8 % is not distinguishable from what shuffled labels give, 41\.0 \[37\.0,45\.0\] %, at 16 draws a state \(relabel p = 0\.310\); its placebo is 39\.5 %\.$/,
    );
    expect(text(difference, winShare(0.468, 0.012), shuffled, placebo)).toMatch(
      / The win share of 46\.8 % lies outside what shuffled labels give, 41\.0 \[37\.0,45\.0\] % \(relabel p = 0\.012\): the policies differ; its placebo is 39\.5 %\.$/,
    );
    expect(text(difference, winShare(0.468, 0.002), shuffled)).toContain("(relabel p ≤ 0.002): the policies differ.");
    expect(text(difference, summaryRow("matched", "all", "win_share", [0.468]), placebo)).toContain(
      " The win share of 46.8 % is not tested; its placebo is 39.5 %.",
    );
  });

  it("does not let the win share say who is better where the difference does not", () => {
    expect(text(flipped([0.01, -0.01, 0.03], 0.3), winShare(0.6, 0.002), shuffled)).toMatch(
      / the policies differ, not clearly in mean quality\.$/,
    );
  });

  it("calls it chance where every exact quality is a tie", () => {
    const exact = flipped([0, 0, 0], 1, "all", "exact_difference");
    expect(text(exact, summaryRow("matched", "all", "exact_tie_share", [1]), winShare(0.6, 0.004), shuffled)).toMatch(
      /\(relabel p = 0\.004\), by chance: in exact quality every state is a tie\.$/,
    );
  });

  it("says what the win share is at half the draws", () => {
    const at = (k: number, share: number): SummaryRow =>
      summaryRow("matched", `k=${k}`, "win_share", [share], { samples: k });
    const rows = [flipped([0.03, 0.01, 0.05], 0.004), winShare(0.468, 0.002), shuffled];
    expect(text(...rows, at(4, 0.3), at(8, 0.41), at(16, 0.468))).toContain("; at 8 draws it is 41.0 %.");
    expect(text(...rows, at(16, 0.468))).toContain("the policies differ.");
  });

  it("says what smaller difference would be found, and what halves the interval", () => {
    const of = (metric: string, value: number | null): SummaryRow => summaryRow("matched", "all", metric, [value]);
    const more = [of("minimum_detectable_effect", 0.028), of("states_to_halve", 1836)];
    const row = flipped([0.03, 0.01, 0.05], 0.004);
    expect(text(row, ...more, of("samples_to_halve", 64))).toMatch(
      / A true difference of 0\.028 would be found four times in five; halving the interval takes three times as many trajectories again, or 64 draws a state\.$/,
    );
    expect(text(row, ...more, of("samples_to_halve", null))).toContain("; no number of draws does it.");
    expect(text({ ...row, method: "cr1-t-instance" }, ...more)).toContain("takes three times as many instances again");
  });

  it("is that policies are equal where every exact difference is a tie, and then speaks of no smaller difference", () => {
    const rows = [
      flipped([0, 0, 0], 1, "all", "exact_difference"),
      summaryRow("matched", "all", "exact_tie_share", [1]),
      summaryRow("matched", "all", "exact_minimum_detectable_effect", [0.1]),
    ];
    expect(text(...rows)).toBe(
      "grpo chooses next actions as good as those of base at every state: the exact difference is +0.000 [+0.000,+0.000], sign-flip p = 1.000.",
    );
  });

  it("is that nothing can be said where no state has an answer, and empty where none was asked", () => {
    expect(verdicts([winShare(0.468, 0.002)])).toEqual([]);
    expect(text(flipped([null], 1))).toBe("No state has an answer: nothing can be said of grpo against base.");
  });
});

describe("what the numbers of recovery allow one to say", () => {
  const rows = (p: number, contrast: Numbers): readonly SummaryRow[] => [
    flipped([0.08, 0.05, 0.11], 0.001, "kind=error"),
    flipped([0.03, 0.01, 0.05], 0.001, "kind=parent"),
    flipped(contrast, p, "contrast"),
  ];

  it("is whether the difference grows after an error", () => {
    expect(text(...rows(0.002, [0.05, 0.01, 0.09]))).toBe(
      "After a wrong action the mean difference of grpo over base is larger: +0.080 there and +0.030 at their parents, a contrast of +0.050 [+0.010,+0.090], sign-flip p = 0.002.",
    );
    expect(text(...rows(0.002, [-0.05, -0.09, -0.01]))).toMatch(/^After a wrong action .* is smaller: /);
    expect(text(...rows(0.4, [0.05, -0.01, 0.11]))).toMatch(
      /^These numbers do not tell whether a wrong action changes/,
    );
  });

  it("is that nothing changes where no state does", () => {
    expect(text(...rows(1, [0, 0, 0]))).toMatch(
      /^A wrong action does not change the mean difference of grpo over base: /,
    );
  });

  it("says when the half-tie share goes the other way", () => {
    const shares = summaryRow("recovery", "contrast", "half_tie_share", [-0.035, -0.062, -0.009]);
    expect(text(...rows(0.002, [0.05, 0.01, 0.09]), shares)).toMatch(
      / The half-tie share goes the other way, -3\.5 \[-6\.2,-0\.9\] points: gains are larger, not more frequent\.$/,
    );
  });

  it("is nothing without error states", () => {
    expect(text(flipped([0.03, 0.01, 0.05], 0.001, "kind=parent"))).toBe("");
  });
});

describe("what the numbers of two runs allow one to say", () => {
  const changed = (p: number, change: Numbers): string => {
    const [group] = groupRows(
      [
        summaryRow("matched", "run=A", "mean_difference", [-0.054]),
        summaryRow("matched", "run=B", "mean_difference", [-0.028]),
        flipped(change, p, "change"),
      ].map((row) => ({ ...row, probe: "matched" })),
    );
    return group === undefined ? "" : changeVerdict(group);
  };

  it("is in which the candidate stands better, with both differences", () => {
    expect(changed(0.001, [0.026, 0.01, 0.042])).toBe(
      "In B the candidate stands better against its baseline than in A: the mean difference to the baseline is -0.028 in B and -0.054 in A, a change of +0.026 [+0.010,+0.042], sign-flip p = 0.001.",
    );
    expect(changed(0.001, [-0.026, -0.042, -0.01])).toContain("stands worse against its baseline than in A");
    expect(changed(0.2, [0.026, -0.01, 0.042])).toMatch(/^These numbers do not tell A and B apart: /);
    expect(changed(1, [0, 0, 0])).toMatch(/^In A and B the mean difference to the baseline is the same/);
  });
});

describe("what the numbers of support allow one to say", () => {
  const ratio = (source: string, success: boolean, numbers: Numbers): SummaryRow =>
    summaryRow("support", `source=${source},success=${success}`, "log_ratio", numbers);

  it("is the log ratio of successful trajectories beside failed ones and the baseline's", () => {
    const rows = [
      ratio("grpo", true, [1.5, 1.3, 1.7]),
      ratio("grpo", false, [0.2, -0.1, 0.5]),
      ratio("base", true, [-2, -3, -1]),
    ];
    expect(text(...rows)).toBe(
      "Successful trajectories of grpo have a log ratio of +1.500 [+1.300,+1.700] (its failed ones +0.200 [-0.100,+0.500]; successful ones of base -2.000 [-3.000,-1.000]). " +
        "Each policy finds its own actions likelier: that alone puts grpo's above zero and base's below.",
    );
    expect(text(ratio("grpo", true, [-1.5, -1.7, -1.3]))).toMatch(
      /likelier, which is not so here: were these trajectories made by these policies\?$/,
    );
    expect(text(rows[0] as SummaryRow)).toContain("+1.500 [+1.300,+1.700]. Each policy");
    expect(text(rows[2] as SummaryRow)).toBe("");
  });
});
