import type { SummaryRow } from "../../src/core/rows.js";

const EMPTY: SummaryRow = {
  task: "frozenlake",
  probe: "matched",
  slice: "all",
  metric: "win_share",
  baseline: "base",
  candidate: "rl",
  estimate: null,
  ci_low: null,
  ci_high: null,
  method: "cr1-t",
  states: 8,
  trajectories: 2,
  samples: 4,
  published: null,
  note: "",
  clusters: 2,
  test: "",
  p_value: null,
  q_value: null,
  bca_low: null,
  bca_high: null,
};

const STAGES = ["stage=early", "stage=middle", "stage=late"];
const SHARES = { win_share: 0.5, tie_share: 0.2, loss_share: 0.3, placebo_win_share: 0.4 };

function rowOf(values: Partial<SummaryRow>): SummaryRow {
  const { estimate } = values;
  if (typeof estimate !== "number") return { ...EMPTY, ...values };
  return { ...EMPTY, ci_low: estimate - 0.05, ci_high: estimate + 0.05, ...values };
}

/** Rows of one comparison at one place: shares, and the difference both ways. */
function comparison(probe: string, slice: string, candidate: string, shift: number): SummaryRow[] {
  const at = { probe, slice, candidate };
  return [
    ...Object.entries(SHARES).map(([metric, estimate]) => rowOf({ ...at, metric, estimate })),
    rowOf({
      ...at,
      metric: "mean_difference",
      estimate: 0.1 + shift,
      test: "sign-flip",
      p_value: 0.0004,
      bca_low: 0.04 + shift,
      bca_high: 0.16 + shift,
      q_value: 0.02,
    }),
    rowOf({ ...at, metric: "exact_difference", estimate: 0.12 + shift }),
  ];
}

/** A summary.csv of the named probes with every slice and metric that the charts look for. */
export function sampleSummary(probes: readonly string[], candidates: readonly string[]): readonly SummaryRow[] {
  return candidates.flatMap((candidate) => [
    ...(probes.includes("matched") ? matched(candidate) : []),
    ...(probes.includes("recovery") ? recovery(candidate) : []),
    ...(probes.includes("support") ? support(candidate) : []),
  ]);
}

function matched(candidate: string): SummaryRow[] {
  const [win, ...others] = comparison("matched", "all", candidate, 0);
  return [
    { ...(win as SummaryRow), published: 0.428 },
    ...others,
    ...[...STAGES, "turn=0", "turn=1", "turn=2", "turn=3"].flatMap((slice, place) =>
      comparison("matched", slice, candidate, place / 50),
    ),
    rowOf({ candidate, metric: "relabelled_win_share", method: "relabel", estimate: 0.4 }),
    ...curve("matched", "", candidate),
  ];
}

function recovery(candidate: string): SummaryRow[] {
  const slices = ["kind=error", ...STAGES.map((stage) => `kind=error,${stage}`), "kind=parent", "contrast"];
  return [
    ...slices.flatMap((slice, place) => comparison("recovery", slice, candidate, place / 50)),
    ...curve("recovery", "kind=error,", candidate),
  ];
}

function curve(probe: string, prefix: string, candidate: string): SummaryRow[] {
  return [1, 2, 4].flatMap((k) => [
    rowOf({ probe, candidate, slice: `${prefix}k=${k}`, metric: "win_share", estimate: 0.3 + k / 20 }),
    rowOf({ probe, candidate, slice: `${prefix}k=${k}`, metric: "placebo_win_share", estimate: 0.3 + k / 40 }),
  ]);
}

function support(candidate: string): SummaryRow[] {
  return ["base", candidate].flatMap((source) =>
    ["true", "false"].flatMap((success) =>
      [0.25, 0.5, 0.75, 1].map((progress) =>
        rowOf({
          probe: "support",
          candidate,
          slice: `source=${source},success=${success},progress=${progress}`,
          metric: "cumulative_log_ratio",
          estimate: source === "base" ? -progress : progress,
        }),
      ),
    ),
  );
}
