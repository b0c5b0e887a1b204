import { axisX, barX, dot, ruleY, text } from "@observablehq/plot";
import type { SummaryRow } from "../core/rows.js";
import type { Chart, ChartMaker, Panel, Size } from "./chart.js";
import { comparisonSlices } from "./comparison-slices.js";
import { type Comparison, comparisonsOf } from "./comparisons.js";
import { intervalSentence } from "./interval-sentence.js";
import { count, intervalText, percent, textOf } from "./number-text.js";
import { paperText } from "./paper-text.js";
import { paragraph } from "./paragraph.js";
import { plotSvg } from "./plot-svg.js";
import { type SliceRow, sliceAxes, sliceDomain, sliceMargins } from "./slice-axis.js";
import { absence, summaryOf } from "./summary-rows.js";

interface OutcomeRow extends SliceRow {
  readonly win: SummaryRow;
  readonly tie: number;
  readonly loss: number;
  readonly placebo: number | null;
}

/** Shares of states that are won, tied and lost, by stage and kind. */
export const outcomeChart: ChartMaker = (runs): Chart => {
  const panels = comparisonsOf(runs).map((comparison) => ({ comparison, rows: rowsOf(comparison) }));
  const all = panels.flatMap(({ rows }) => rows);
  return {
    id: "outcomes",
    title: "Who has the better actions, by stage and kind of state",
    legend: [
      { key: "win", text: "candidate better (win)" },
      { key: "tie", text: "equal (tie)" },
      { key: "loss", text: "baseline better (loss)" },
      { key: "interval", text: "95 % interval of the win share" },
      { key: "placebo", text: "placebo: baseline against itself" },
      ...(all.some((row) => row.win.published !== null) ? [{ key: "published", text: `paper: ${paperText}` }] : []),
    ],
    caption: [
      paragraph(
        "Each bar is all states of its row: the share where the mean quality of the candidate's draws is higher than,",
        "equal to or lower than that of the baseline's. Numbers on the right count states.",
      ),
      paragraph(
        "Read a win share against its placebo, the win share of the baseline against a second set of its own draws:",
        "where the interval reaches the placebo, the share shows nothing. Both depend on how many actions are drawn.",
      ),
      intervalSentence(
        "Whiskers",
        all.map((row) => row.win),
      ),
    ],
    panels: panels.map((one) => panelOf(one, all)),
    columns: panels.length,
    table: {
      caption: "Outcome shares",
      columns: ["States", "Comparison", "Number", "Win", "95 % interval", "Tie", "Loss", "Placebo win", "Paper"].map(
        (label, place) => ({ label, isNumber: place > 1 }),
      ),
      rows: panels.flatMap(({ comparison, rows }) => rows.map((row) => numbersOf(comparison, row))),
    },
  };
};

function rowsOf({ run, candidate }: Comparison): readonly OutcomeRow[] {
  const summary = summaryOf(run);
  return comparisonSlices.flatMap((place) => {
    const [win, tie, loss] = ["win_share", "tie_share", "loss_share"].map((metric) =>
      summary.find(place.slice, metric, candidate),
    );
    if (win === undefined || tie === undefined || loss === undefined) return [];
    const placebo = summary.find(place.slice, "placebo_win_share", candidate)?.estimate ?? null;
    return [{ place, states: win.states, win, tie: tie.estimate ?? 0, loss: loss.estimate ?? 0, placebo }];
  });
}

function panelOf(
  { comparison, rows }: { comparison: Comparison; rows: readonly OutcomeRow[] },
  all: readonly OutcomeRow[],
): Panel {
  const { run, label } = comparison;
  const whole = rows.filter((row) => row.place.isWhole);
  const hasRecovery = rows.some((row) => row.place.probe === "recovery");
  return {
    label,
    description: whole
      .map(
        (row) =>
          `${row.place.label}: ${textOf(row.win.estimate, percent)} won, placebo ${textOf(row.placebo, percent)}`,
      )
      .join("; "),
    missing: rows.length === 0 ? absence(run, "matched") : null,
    ...(hasRecovery ? {} : { note: absence(run, "recovery") }),
    draw: (size) => drawOutcomes(rows, all, size),
  };
}

/** @param all rows of every panel, which share their margins */
function drawOutcomes(rows: readonly OutcomeRow[], all: readonly OutcomeRow[], size: Size): SVGSVGElement {
  const domain = sliceDomain(rows.map((row) => row.place));
  const slice = (row: OutcomeRow): string => row.place.slice;
  const share = (row: OutcomeRow): number => row.win.estimate ?? 0;
  const withInterval = rows.filter((row) => row.win.ci_low !== null && row.win.ci_high !== null);
  const interval = {
    x1: (row: OutcomeRow) => Math.max(0, row.win.ci_low ?? 0),
    x2: (row: OutcomeRow) => Math.min(1, row.win.ci_high ?? 1),
    y: slice,
  };
  const published = rows.filter((row) => row.win.published !== null);
  return plotSvg(size, {
    ...sliceMargins(all, size.font),
    marginTop: 1.4 * size.font,
    marginBottom: 3 * size.font,
    height: domain.length * 2 * size.font + 4.4 * size.font,
    x: { domain: [0, 1], percent: false },
    y: { domain, padding: 0.26, label: null },
    marks: [
      ...sliceAxes(rows),
      axisX({
        tickFormat: (value: number) => `${100 * value}`,
        ticks: 5,
        label: "share of states, %",
        labelAnchor: "center",
        labelArrow: "none",
      }),
      barX(rows, { x1: 0, x2: share, y: slice, fill: "var(--win)" }),
      barX(rows, { x1: share, x2: (row: OutcomeRow) => share(row) + row.tie, y: slice, fill: "var(--tie)" }),
      barX(rows, {
        x1: (row: OutcomeRow) => share(row) + row.tie,
        x2: (row: OutcomeRow) => share(row) + row.tie + row.loss,
        y: slice,
        fill: "var(--loss)",
      }),
      ruleY(withInterval, { ...interval, stroke: "var(--paper)", strokeWidth: 5 }),
      ruleY(withInterval, { ...interval, stroke: "var(--ink)", strokeWidth: 2, marker: "tick" }),
      text(
        rows.filter((row) => share(row) >= 0.2),
        {
          x: 0,
          y: slice,
          dx: 5,
          textAnchor: "start",
          text: (row: OutcomeRow) => percent(share(row)).replace(" %", ""),
          fill: "var(--on-win)",
          stroke: "var(--win)",
          strokeWidth: 4,
        },
      ),
      dot(
        rows.filter((row) => row.placebo !== null),
        {
          x: "placebo",
          y: slice,
          symbol: "diamond",
          r: size.font * 0.42,
          fill: "var(--paper)",
          stroke: "var(--ink)",
          strokeWidth: 1.5,
        },
      ),
      dot(published, {
        x: (row: OutcomeRow) => row.win.published,
        y: slice,
        symbol: "star",
        r: size.font * 0.5,
        fill: "var(--published)",
        stroke: "var(--ink)",
      }),
      text(published, {
        x: (row: OutcomeRow) => row.win.published,
        y: slice,
        text: (row: OutcomeRow) => `paper: ${textOf(row.win.published, percent)}`,
        dy: -size.font * 1.3,
        stroke: "var(--paper)",
        strokeWidth: 4,
        fill: "var(--ink)",
      }),
    ],
  });
}

function numbersOf({ label, run, candidate }: Comparison, row: OutcomeRow): readonly string[] {
  return [
    row.place.isWhole ? row.place.label : `${row.place.label} (${row.place.probe})`,
    label === "" ? `${candidate} against ${run.baseline}` : label,
    count(row.states),
    textOf(row.win.estimate, percent),
    intervalText(row.win.ci_low, row.win.ci_high, percent),
    percent(row.tie),
    percent(row.loss),
    textOf(row.placebo, percent),
    textOf(row.win.published, percent),
  ];
}
