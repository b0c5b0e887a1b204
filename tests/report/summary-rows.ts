import type { SummaryRow } from "../../src/core/rows.js";

/** A summary row for a test: the named numbers over what does not matter to it. */
export function summaryRow(
  probe: string,
  slice: string,
  metric: string,
  numbers: readonly [estimate: number | null, low?: number | null, high?: number | null],
  more: Partial<SummaryRow> = {},
): SummaryRow {
  const [estimate, low = null, high = null] = numbers;
  return {
    task: "frozenlake",
    probe,
    slice,
    metric,
    baseline: "base",
    candidate: "grpo",
    estimate,
    ci_low: low,
    ci_high: high,
    method: "cr1-t",
    states: 612,
    trajectories: 120,
    samples: 16,
    published: null,
    note: "",
    clusters: 120,
    test: "",
    p_value: null,
    q_value: null,
    bca_low: null,
    bca_high: null,
    ...more,
  };
}

/** The rows of one slice of a comparison: win, tie, loss, half-tie, difference, superiority, placebo. */
export function comparisonRows(
  probe: string,
  slice: string,
  shares: readonly [win: number, tie: number, loss: number],
  difference: readonly [number, number, number],
  more: Partial<SummaryRow> = {},
): readonly SummaryRow[] {
  const [win, tie, loss] = shares;
  const half = win + tie / 2;
  const { published = null, ...rest } = more;
  return [
    summaryRow(probe, slice, "win_share", [win], { ...rest, published }),
    summaryRow(probe, slice, "tie_share", [tie], rest),
    summaryRow(probe, slice, "loss_share", [loss], rest),
    summaryRow(probe, slice, "half_tie_share", [half, half - 0.04, half + 0.04], rest),
    summaryRow(probe, slice, "mean_difference", difference, rest),
    summaryRow(probe, slice, "superiority", [half], rest),
    summaryRow(probe, slice, "placebo_win_share", [0.395], rest),
  ];
}
