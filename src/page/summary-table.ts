import type { SummaryRow } from "../core/rows.js";
import type { RunReport } from "../report/report-data.js";
import { element } from "./element.js";
import { numberTable } from "./number-table.js";
import {
  count,
  difference,
  intervalText,
  NOTHING,
  type NumberText,
  percent,
  plain,
  points,
  probability,
  textOf,
} from "./number-text.js";

const SLICES = ["all", "kind=parent", "kind=error", "contrast"];
/** Headline metrics in the order of the table: what they are called and how they are printed. */
const METRICS: readonly (readonly [metric: string, label: string, print: NumberText])[] = [
  ["win_share", "win share", percent],
  ["half_tie_share", "half-tie share", percent],
  ["placebo_win_share", "placebo win share", percent],
  ["superiority", "one-draw superiority", percent],
  ["mean_difference", "difference", difference],
  ["exact_difference", "exact difference", difference],
  ["exact_win_share", "exact win share", percent],
  ["split_half_reliability", "split-half reliability", plain],
  ["minimum_detectable_effect", "least detectable difference", plain],
  ["nll_per_token", "NLL per token, nats", plain],
  ["log_ratio", "log ratio, nats", difference],
];

/** The headline numbers of all runs with their tests; the CSV has every number. */
export function summarySection(runs: readonly RunReport[]): HTMLElement {
  const found = runs.flatMap((run) => headlines(run).map((row) => ({ run, row })));
  const has = (value: (row: SummaryRow) => unknown): boolean => found.some(({ row }) => (value(row) ?? null) !== null);
  const isNamed = new Set(found.map(({ row }) => row.candidate).filter((name) => name !== "")).size > 1;
  const hasTests = has((row) => row.p_value);
  const hasBootstrap = has((row) => row.bca_low);
  const hasPaper = has((row) => row.published);
  const columns = [
    ["Number", false],
    ...(runs.length > 1 ? [["Run", false]] : []),
    ...(isNamed ? ([["Comparison", false]] as const) : []),
    ["Where", false],
    ["Estimate", true],
    ["95 % interval", true],
    ...(hasBootstrap ? [["Bootstrap", true]] : []),
    ...(hasTests
      ? [
          ["Test", false],
          ["p", true],
          ["q", true],
        ]
      : []),
    ...(hasPaper ? [["Paper", true]] : []),
    ["States", true],
    ["Trajectories", true],
  ] as const;
  return element(
    "section",
    { id: "summary", "aria-labelledby": "summary-title", tabindex: "-1" },
    element("h2", { id: "summary-title" }, "Headline numbers"),
    element("p", { class: "asked" }, explain(hasTests, hasBootstrap)),
    numberTable({
      caption: "Headline numbers with their intervals and tests",
      columns: columns.map(([label, isNumber]) => ({ label: String(label), isNumber: isNumber === true })),
      rows: found.map(({ run, row }) => {
        const [, label = row.metric, plainPrint = plain] = METRICS.find(([metric]) => metric === row.metric) ?? [];
        const print = row.slice === "contrast" && plainPrint === percent ? points : plainPrint;
        return [
          label,
          ...(runs.length > 1 ? [run.name] : []),
          ...(isNamed ? [row.candidate === "" ? NOTHING : `${row.candidate} against ${row.baseline}`] : []),
          whereOf(row.slice),
          textOf(row.estimate, print),
          intervalText(row.ci_low, row.ci_high, print),
          ...(hasBootstrap ? [intervalText(row.bca_low, row.bca_high, print)] : []),
          ...(hasTests
            ? [row.test || NOTHING, textOf(row.p_value, probability), textOf(row.q_value, probability)]
            : []),
          ...(hasPaper ? [textOf(row.published, print)] : []),
          count(row.states),
          count(row.trajectories),
        ];
      }),
    }),
  );
}

function headlines(run: RunReport): readonly SummaryRow[] {
  const places = new Map(METRICS.map(([metric], place) => [metric, place]));
  const isHead = ({ slice, metric, probe }: SummaryRow): boolean =>
    places.has(metric) && (SLICES.includes(slice) || (probe === "support" && !slice.includes("stage=")));
  return run.summary.filter(isHead).sort((a, b) => candidateOf(a) - candidateOf(b) || placeOf(a) - placeOf(b));

  /** Numbers of no comparison come last. */
  function candidateOf({ candidate }: SummaryRow): number {
    return candidate === "" ? run.candidates.length : run.candidates.indexOf(candidate);
  }
  function placeOf({ slice, metric }: SummaryRow): number {
    const place = SLICES.indexOf(slice);
    return (place < 0 ? SLICES.length : place) * METRICS.length + (places.get(metric) ?? 0);
  }
}

function whereOf(slice: string): string {
  const words: Readonly<Record<string, string>> = {
    all: "saved states",
    "kind=parent": "before an error",
    "kind=error": "after the error",
    contrast: "change (after − before)",
  };
  return words[slice] ?? slice.replaceAll(",", ", ").replaceAll("=", " ");
}

function explain(hasTests: boolean, hasBootstrap: boolean): string {
  return [
    "Shares count states; intervals of shares are cut at 0 and 100 %. Changes of shares are in points.",
    hasBootstrap ? "Bootstrap is a second 95 % interval, BCa over resampled clusters." : "",
    hasTests ? "p is two-sided; q is p after Benjamini and Hochberg, over all tests of the run." : "",
    "All numbers, with their notes, are in summary.csv.",
  ]
    .filter((text) => text !== "")
    .join(" ");
}
