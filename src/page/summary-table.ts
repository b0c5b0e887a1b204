import type { SummaryRow } from "../core/rows.js";
import type { RunReport } from "../report/report-data.js";
import { element } from "./element.js";
import { headlines } from "./headlines.js";
import { numberTable } from "./number-table.js";
import { count, intervalText, NOTHING, probability, textOf } from "./number-text.js";
import { pText } from "./p-text.js";
import { paperText } from "./paper-text.js";
import { whereText } from "./where-text.js";

/** The headline numbers of all runs with their tests; the CSV has every number. */
export function summarySection(runs: readonly RunReport[]): HTMLElement {
  const found = headlines(runs);
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
          ["Test", true],
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
    element("p", { class: "asked" }, explain(hasTests, hasBootstrap, hasPaper)),
    numberTable({
      caption: "Headline numbers with their intervals and tests",
      columns: columns.map(([label, isNumber]) => ({ label: String(label), isNumber: isNumber === true })),
      rows: found.map(({ run, row, label, print }) => [
        label,
        ...(runs.length > 1 ? [run.name] : []),
        ...(isNamed ? [row.candidate === "" ? NOTHING : `${row.candidate} against ${row.baseline}`] : []),
        whereText(row.slice),
        textOf(row.estimate, print),
        intervalText(row.ci_low, row.ci_high, print),
        ...(hasBootstrap ? [intervalText(row.bca_low, row.bca_high, print)] : []),
        ...(hasTests ? [row.test || NOTHING, pText(row), textOf(row.q_value, probability)] : []),
        ...(hasPaper ? [textOf(row.published, print)] : []),
        count(row.states),
        count(row.trajectories),
      ]),
    }),
  );
}

function explain(hasTests: boolean, hasBootstrap: boolean, hasPaper: boolean): string {
  return [
    "Shares count states; intervals of shares are cut at 0 and 100 %. Changes of shares are in points.",
    hasBootstrap ? "Bootstrap is a second 95 % interval, BCa over resampled clusters." : "",
    hasTests ? "p is two-sided; q is p after Benjamini and Hochberg, over the tests of one probe and candidate." : "",
    hasPaper ? `Paper is ${paperText}.` : "",
    "All numbers, with their notes, are in summary.csv.",
  ]
    .filter((text) => text !== "")
    .join(" ");
}
