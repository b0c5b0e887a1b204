import { describe, expect, it } from "vitest";
import { type Asked, table } from "../../src/report/table.js";
import { comparisonRows, summaryRow } from "./summary-rows.js";

const asked: Asked = {
  task: "frozenlake",
  baseline: "base",
  candidates: ["grpo"],
  samples: 16,
  states: 612,
  trajectories: 120,
};

const matched = [
  ...comparisonRows("matched", "all", [0.468, 0.123, 0.409], [0.031, 0.012, 0.05], { published: 0.428 }),
  summaryRow("matched", "all", "exact_win_share", [0.541]),
  summaryRow("matched", "all", "exact_tie_share", [0.356]),
  summaryRow("matched", "all", "exact_loss_share", [0.103]),
  summaryRow("matched", "all", "exact_difference", [0.0296, 0.0188, 0.0404]),
  ...comparisonRows("matched", "stage=early", [0.4, 0.2, 0.4], [-0.0004, -0.0104, 0.0096], { states: 204 }),
  ...comparisonRows("matched", "turn=0", [1, 0, 0], [0.25, 0.2, 0.3], { states: 120 }),
];

const recovery = [
  ...comparisonRows("recovery", "kind=error", [0.6, 0.1, 0.3], [0.08, 0.05, 0.11], { published: 0.657 }),
  ...comparisonRows("recovery", "kind=error,stage=late", [0.7, 0.1, 0.2], [0.12, 0.05, 0.19], { states: 200 }),
  ...comparisonRows("recovery", "kind=parent", [0.468, 0.123, 0.409], [0.031, 0.012, 0.05]),
  ...comparisonRows("recovery", "contrast", [0.132, -0.023, -0.109], [0.049, 0.01, 0.088]),
];

const alone = { baseline: "", candidate: "", samples: null };
const support = [
  summaryRow("support", "source=base,scored_by=base", "nll_nats", [2.06, 1.99, 2.13], alone),
  summaryRow("support", "source=base,scored_by=base", "nll_per_token", [0.412, 0.4, 0.424], alone),
  summaryRow("support", "source=grpo,scored_by=base", "nll_nats", [2.2, 2.1, 2.3], alone),
  summaryRow("support", "source=grpo,scored_by=base", "nll_per_token", [0.44, 0.42, 0.46], alone),
  summaryRow("support", "source=grpo,success=true", "log_ratio", [1.234, 0.9, 1.568], { states: 70 }),
  summaryRow("support", "source=grpo,success=true,progress=0.25", "cumulative_log_ratio", [0.2, 0.1, 0.3]),
  summaryRow("support", "source=grpo,success=true,progress=0.75", "cumulative_log_ratio", [1.1, 0.8, 1.4]),
  summaryRow("support", "source=grpo,success=false", "log_ratio", [-0.3], { states: 50 }),
];

describe("the terminal table", () => {
  it("reads as a whole", () => {
    expect(table([...matched, ...recovery, ...support], asked, false)).toBe(EXPECTED);
  });

  it("marks headings, and nothing else, when colour is wanted", () => {
    const coloured = table(matched, asked, true);
    expect(coloured).toContain("\u001b[1mmatched: grpo against base at saved states\u001b[22m\n");
    expect(coloured.replaceAll("\u001b[1m", "").replaceAll("\u001b[22m", "")).toBe(table(matched, asked, false));
  });

  it("stays within 100 columns whatever the names and numbers", () => {
    const name = "a-checkpoint-with-a-very-long-name/step-001000";
    const long = [...matched, ...recovery, ...support].map((row) => ({
      ...row,
      slice: row.slice.replaceAll("grpo", name),
      candidate: row.candidate && name,
      states: 123_456,
      estimate: -0.5,
      ci_low: -0.75,
      ci_high: 0.25,
    }));
    const lines = table(long, { ...asked, candidates: [name, name, name] }, false).split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  it("says why an interval is missing", () => {
    const note = "only 1 cluster: an interval needs at least 2";
    const rows = [
      summaryRow("matched", "all", "win_share", [0.5], { note }),
      summaryRow("matched", "all", "mean_difference", [0.1], { note }),
      summaryRow("matched", "stage=early", "half_tie_share", [0.5], { note }),
      summaryRow("matched", "stage=early", "mean_difference", [0.1], { note }),
    ];
    expect(table(rows, asked, false).split("\n").slice(-4)).toEqual([
      `all, early: ${note}`,
      "These numbers do not tell whether grpo chooses better next actions than base at the same states: the",
      "mean difference is +0.100 without an interval. The win share of 50.0 % is not tested.",
      "",
    ]);
  });

  it("keeps notes of what it does not show to summary.csv", () => {
    const note =
      "bootstrap: no spread between clusters; sign-flip: every cluster sums to 0; 3 without an answer are left out";
    const lines = table([summaryRow("matched", "all", "mean_difference", [0.1], { note })], asked, false).split("\n");
    expect(lines).toContain("all: 3 without an answer are left out");
    expect(lines.join()).not.toMatch(/bootstrap|sign-flip/);
  });

  it("lists the numbers of a probe it has no layout for", () => {
    const rows = [summaryRow("entropy", "all", "nats", [1.25, 1, 1.5], { candidate: "" })];
    expect(table(rows, asked, false).split("\n").slice(2)).toEqual([
      "entropy",
      "slice  metric  states  estimate [95 % interval]",
      "all    nats       612       1.250 [1.000,1.500]",
      "",
    ]);
  });

  it("is its header alone without rows", () => {
    expect(table([], { ...asked, samples: null }, false)).toBe(
      "frozenlake: grpo against base, no actions drawn, 612 states of 120 trajectories\n",
    );
  });
});

const EXPECTED = `frozenlake: grpo against base, K = 16 actions drawn a state, 612 states of 120 trajectories

matched: grpo against base at saved states
                   win/tie/loss          half-tie %              difference    one-  placebo  paper
slice    states               %     [95 % interval]         [95 % interval]  draw %    win %  win %
all         612  46.8/12.3/40.9    53.0 [49.0,57.0]  +0.031 [+0.012,+0.050]    53.0     39.5   42.8
  exact     612  54.1/35.6/10.3                   –  +0.030 [+0.019,+0.040]       –        –      –
early       204  40.0/20.0/40.0    50.0 [46.0,54.0]  -0.000 [-0.010,+0.010]    50.0     39.5      –
turn 0      120   100.0/0.0/0.0  100.0 [96.0,100.0]  +0.250 [+0.200,+0.300]   100.0     39.5      –
At the same states grpo chooses better next actions than base on average: the exact difference is
+0.030 [+0.019,+0.040]. The win share of 46.8 % is not tested; its placebo is 39.5 %.

recovery: grpo against base after an injected wrong action; contrast is error − parent
                    win/tie/loss         half-tie %             difference   one- placebo paper
slice    states                %    [95 % interval]        [95 % interval] draw %   win % win %
error       612   60.0/10.0/30.0   65.0 [61.0,69.0] +0.080 [+0.050,+0.110]   65.0    39.5  65.7
  late      200   70.0/10.0/20.0   75.0 [71.0,79.0] +0.120 [+0.050,+0.190]   75.0    39.5     –
parent      612   46.8/12.3/40.9   53.0 [49.0,57.0] +0.031 [+0.012,+0.050]   53.0    39.5     –
contrast    612 +13.2/-2.3/-10.9 +12.1 [+8.1,+16.1] +0.049 [+0.010,+0.088]  +12.1   +39.5     –
After a wrong action the mean difference of grpo over base is larger: +0.080 there and +0.031 at
their parents, a contrast of +0.049 [+0.010,+0.088].

support: saved actions
actions of  scored by  actions  NLL per token, nats  NLL per action, nats
base        base           612  0.412 [0.400,0.424]   2.060 [1.990,2.130]
grpo        base           612  0.440 [0.420,0.460]   2.200 [2.100,2.300]

support: log ratio is log grpo − log base
trajectories of  success  number         log ratio, nats  after 25 %  50 %    75 %
grpo             yes          70  +1.234 [+0.900,+1.568]      +0.200     –  +1.100
grpo             no           50                  -0.300           –     –       –
Successful trajectories of grpo have a log ratio of +1.234 [+0.900,+1.568] (its failed ones -0.300
without an interval). Each policy finds its own actions likelier: that alone puts grpo's above zero
and base's below.
`;
