import { describe, expect, it } from "vitest";
import { groupRows } from "../../src/report/row-index.js";
import { verdict } from "../../src/report/verdict.js";
import { summaryRow } from "./summary-rows.js";

type Numbers = readonly [number, number, number];

function sentence(difference: Numbers, win: number, placebo: number): string {
  const [group] = groupRows([
    summaryRow("matched", "all", "win_share", [win]),
    summaryRow("matched", "all", "placebo_win_share", [placebo]),
    summaryRow("matched", "all", "mean_difference", difference),
  ]);
  return group === undefined ? "" : verdict(group);
}

describe("the sentence under matched", () => {
  it("warns when exact numbers leave out much of what the policies say", () => {
    const [group] = groupRows([
      summaryRow("matched", "all", "exact_difference", [0.03, 0.01, 0.05]),
      summaryRow("matched", "all", "win_share", [0.5]),
      summaryRow("matched", "all", "covered_mass", [0.4]),
    ]);
    expect(group && verdict(group)).toMatch(
      / Exact numbers speak of 40\.0 % of the replies: the rest is none of the enumerated ones\.$/,
    );
  });

  it("says when the interval is clear of zero, and on which side", () => {
    expect(sentence([0.03, 0.01, 0.05], 0.468, 0.395)).toBe(
      "The mean difference of grpo over base is +0.030 and its 95 % interval is clear of zero, above it; " +
        "the win share of 46.8 % is 7.3 points above its placebo of 39.5 %.",
    );
    expect(sentence([-0.03, -0.05, -0.01], 0.3, 0.4)).toBe(
      "The mean difference of grpo over base is -0.030 and its 95 % interval is clear of zero, below it; " +
        "the win share of 30.0 % is 10.0 points below its placebo of 40.0 %.",
    );
  });

  it("says when zero is inside, its ends included", () => {
    expect(sentence([0.01, -0.01, 0.03], 0.4, 0.4)).toContain("its 95 % interval holds zero; ");
    expect(sentence([0.01, 0, 0.02], 0.4, 0.4)).toContain("its 95 % interval holds zero; ");
    expect(sentence([0.01, 0, 0.02], 0.4, 0.4)).toContain(
      "the win share of 40.0 % is level with its placebo of 40.0 %.",
    );
  });

  it("is empty without a difference", () => {
    expect(sentence([0, 0, 0], 0.4, 0.4)).not.toBe("");
    expect(verdict({ probe: "", baseline: "", candidate: "", rows: [], slices: [], find: () => undefined })).toBe("");
  });
});
