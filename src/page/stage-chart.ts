import { axisX, ruleX } from "@observablehq/plot";
import type { Chart, ChartMaker, Size } from "./chart.js";
import { comparisonSlices, contrastSlice } from "./comparison-slices.js";
import { type Comparison, comparisonsOf } from "./comparisons.js";
import { type DifferenceRow, differenceMarks, differenceSeries } from "./difference-marks.js";
import { intervalSentence } from "./interval-sentence.js";
import { count, difference, intervalText, textOf } from "./number-text.js";
import { pText } from "./p-text.js";
import { paragraph } from "./paragraph.js";
import { domainOf, plotSvg } from "./plot-svg.js";
import { type SliceRow, sliceAxes, sliceDomain, sliceMargins } from "./slice-axis.js";
import { absence, summaryOf } from "./summary-rows.js";

interface StageRow extends SliceRow, DifferenceRow {}

/** Mean difference of quality by stage, before and after an injected error, and the change between. */
export const stageChart: ChartMaker = (runs): Chart => {
  const all = comparisonsOf(runs).map((comparison) => ({ comparison, rows: rowsOf(comparison) }));
  const rows = all.flatMap((one) => one.rows);
  const domain = domainOf([0, ...rows.flatMap(({ row }) => [row.estimate, row.ci_low, row.ci_high])]);
  return {
    id: "stages",
    title: "Difference in quality by stage, before and after an injected error",
    legend: differenceSeries.filter((series) => rows.some((row) => row.series === series)),
    caption: [
      paragraph(
        "The candidate's mean quality less the baseline's: at saved states, at those of them where a wrong action was",
        "injected (before), and at the states that it leads to (after), by the stage of the trajectory. Change is",
        "after less before, paired. Right of the zero line the candidate's actions are better. Numbers on the right",
        "count states.",
      ),
      "Wrong actions that end the episode leave no state after them, so that error states are a selected part.",
      intervalSentence(
        "Lines through the points",
        rows.map(({ row }) => row),
      ),
    ],
    panels: all.map(({ comparison, rows: own }) => ({
      label: comparison.label,
      description: own
        .filter(({ series, place }) => series === differenceSeries[0] && place.isWhole)
        .map(({ place, row }) => `${place.label}: ${textOf(row.estimate, difference)}`)
        .join("; "),
      missing: own.length === 0 ? absence(comparison.run, "matched") : null,
      ...(own.some(({ place }) => place.probe === "recovery") ? {} : { note: absence(comparison.run, "recovery") }),
      draw: (size: Size) => drawStages(own, rows, domain, size),
    })),
    columns: all.length,
    table: {
      caption: "Difference by stage, before and after an injected error",
      columns: ["States", "Comparison", "Kind", "Number", "Difference", "95 % interval", "p"].map((label, place) => ({
        label,
        isNumber: place > 2,
      })),
      rows: all.flatMap(({ comparison: { label, run, candidate }, rows: own }) =>
        own.map(({ place, row, series }) => [
          place.isWhole ? place.label : `${place.label} (${place.probe})`,
          label === "" ? `${candidate} − ${run.baseline}` : label,
          series.text,
          count(row.states),
          textOf(row.estimate, difference),
          intervalText(row.ci_low, row.ci_high, difference),
          pText(row),
        ]),
      ),
    },
  };
};

function rowsOf({ run, candidate }: Comparison): readonly StageRow[] {
  const summary = summaryOf(run);
  return [...comparisonSlices, contrastSlice].flatMap((place) =>
    differenceSeries.flatMap((series) => {
      const row = summary.find(place.slice, series.metric, candidate);
      return row === undefined ? [] : [{ place, series, row, states: row.states }];
    }),
  );
}

/** @param all rows of every panel, which share their margins */
function drawStages(
  rows: readonly StageRow[],
  all: readonly StageRow[],
  domain: [number, number],
  size: Size,
): SVGSVGElement {
  const places = [...new Set(rows.map(({ place }) => place))];
  const slices = sliceDomain(places);
  return plotSvg(size, {
    ...sliceMargins(all, size.font),
    height: slices.length * 1.7 * size.font + 4 * size.font,
    marginTop: 4,
    marginBottom: 3 * size.font,
    x: { domain },
    y: { domain: slices, type: "point", padding: 0.6, label: null },
    marks: [
      ...sliceAxes(rows),
      axisX({ label: "difference in quality", labelAnchor: "center", labelArrow: "right", tickSize: 3, ticks: 5 }),
      ruleX([0], { stroke: "var(--ink)", strokeOpacity: 0.6 }),
      ...differenceMarks(rows, ({ place }) => place.slice, "lying", size),
    ],
  });
}
