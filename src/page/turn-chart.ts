import { axisX, axisY, ruleY, text } from "@observablehq/plot";
import type { Chart, ChartMaker, Panel, Size } from "./chart.js";
import { type Comparison, comparisonsOf } from "./comparisons.js";
import { type DifferenceRow, differenceMarks, differenceSeries } from "./difference-marks.js";
import { intervalSentence } from "./interval-sentence.js";
import { count, difference, intervalText, textOf } from "./number-text.js";
import { paragraph } from "./paragraph.js";
import { domainOf, plotSvg } from "./plot-svg.js";
import { absence } from "./summary-rows.js";

interface TurnRow extends DifferenceRow {
  readonly turn: number;
}

/** Mean difference of quality at each turn of a trajectory. */
export const turnChart: ChartMaker = (runs): Chart => {
  const all = comparisonsOf(runs).map((comparison) => ({ comparison, rows: rowsOf(comparison) }));
  const rows = all.flatMap((one) => one.rows);
  const domain = domainOf([0, ...rows.flatMap(({ row }) => [row.estimate, row.ci_low, row.ci_high])]);
  const turns = Math.max(1, ...rows.map(({ turn }) => turn));
  return {
    id: "turns",
    title: "Difference in quality by turn",
    legend: differenceSeries.filter((series) => rows.some((row) => row.series === series)),
    caption: [
      paragraph(
        "The candidate's mean quality less the baseline's at the same saved states, by the turn at which they stand.",
        "Above the zero line the candidate's actions are better. Small numbers on top count states: later turns have",
        "fewer, of those trajectories alone that lasted.",
      ),
      intervalSentence(
        "Lines through the points",
        rows.map(({ row }) => row),
      ),
    ],
    panels: all.map(({ comparison, rows: own }) => ({
      label: comparison.label,
      description: describe(own),
      missing: own.length === 0 ? absence(comparison.run, "matched") : null,
      draw: (size: Size) => drawTurns(own, turns, domain, size),
    })) satisfies readonly Panel[],
    columns: all.length,
    table: {
      caption: "Difference by turn",
      columns: ["Turn", "Comparison", "Number", "States", "Difference", "95 % interval"].map((label, place) => ({
        label,
        isNumber: place > 2 || place === 0,
      })),
      rows: all.flatMap(({ comparison: { label, run, candidate }, rows: own }) =>
        own.map(({ turn, row, series }) => [
          String(turn),
          label === "" ? `${candidate} − ${run.baseline}` : label,
          series.text,
          count(row.states),
          textOf(row.estimate, difference),
          intervalText(row.ci_low, row.ci_high, difference),
        ]),
      ),
    },
  };
};

function rowsOf({ run, candidate }: Comparison): readonly TurnRow[] {
  return run.summary
    .flatMap((row) => {
      const turn = /^turn=(\d+)$/.exec(row.slice)?.[1];
      const series = differenceSeries.find((one) => one.metric === row.metric);
      if (turn === undefined || series === undefined || row.candidate !== candidate || row.estimate === null) return [];
      return [{ turn: Number(turn), row, series }];
    })
    .sort((a, b) => a.turn - b.turn);
}

function describe(rows: readonly TurnRow[]): string {
  return rows
    .filter(({ series }) => series === differenceSeries[0])
    .map(({ turn, row }) => `turn ${turn}: ${textOf(row.estimate, difference)}`)
    .join("; ");
}

function drawTurns(rows: readonly TurnRow[], turns: number, domain: [number, number], size: Size): SVGSVGElement {
  const perTurn = (size.width - 5 * size.font) / (turns + 1);
  const step = Math.max(1, Math.ceil((2.4 * size.font) / perTurn));
  const ticks = Array.from({ length: Math.floor(turns / step) + 1 }, (_, place) => place * step);
  const sampled = rows.filter(({ series }) => series === differenceSeries[0]);
  return plotSvg(size, {
    height: 20 * size.font,
    marginLeft: 4.2 * size.font,
    marginRight: size.font,
    marginTop: 3.4 * size.font,
    marginBottom: 3 * size.font,
    x: { domain: [-0.5, turns + 0.5] },
    y: { domain },
    marks: [
      axisX(ticks, { label: "turn", labelAnchor: "center", labelArrow: "none", tickSize: 3, tickFormat: String }),
      axisY({ label: "difference in quality", labelArrow: "up", tickSize: 3, ticks: 6 }),
      ruleY([0], { stroke: "var(--ink)", strokeOpacity: 0.6 }),
      text(
        sampled.filter(({ turn }) => ticks.includes(turn)),
        {
          x: "turn",
          frameAnchor: "top",
          dy: -0.8 * size.font,
          text: ({ row }: TurnRow) => count(row.states),
          fill: "var(--muted)",
        },
      ),
      ...differenceMarks(rows, ({ turn }) => turn, "upright", size),
    ],
  });
}
