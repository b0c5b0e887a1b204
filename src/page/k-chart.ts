import { areaY, axisX, axisY, dot, line, ruleX } from "@observablehq/plot";
import type { SummaryRow } from "../core/rows.js";
import type { Chart, ChartMaker, Panel, Size } from "./chart.js";
import { type Comparison, comparisonsOf, joinedLabel } from "./comparisons.js";
import { intervalSentence } from "./interval-sentence.js";
import { count, intervalText, percent, textOf } from "./number-text.js";
import { paragraph } from "./paragraph.js";
import { plotSvg } from "./plot-svg.js";
import { absence, summaryOf } from "./summary-rows.js";

/** A curve of the win share against the draws it is made from. */
interface Curve {
  readonly comparison: Comparison;
  readonly label: string;
  readonly probe: string;
  readonly win: readonly Point[];
  readonly placebo: readonly Point[];
  /** What relabelling the draws of both policies gives, at all of them. */
  readonly relabelled: { readonly k: number; readonly row: SummaryRow } | null;
}

interface Point {
  readonly k: number;
  readonly row: SummaryRow;
}

const KINDS = [
  { label: "saved states", probe: "matched", slice: "all", prefix: "" },
  { label: "error states", probe: "recovery", slice: "kind=error", prefix: "kind=error," },
];

/** Win share and its placebo by the number of draws. */
export const kChart: ChartMaker = (runs): Chart => {
  const comparisons = comparisonsOf(runs);
  const curves = KINDS.flatMap((kind) => comparisons.map((comparison) => curveOf(comparison, kind)));
  const greatest = Math.max(2, ...curves.flatMap(({ win }) => win.map(({ k }) => k)));
  return {
    id: "k-curve",
    title: "How the win share depends on the number of draws",
    legend: [
      { key: "win-line", text: "win share" },
      { key: "placebo-line", text: "placebo: baseline against itself" },
      ...(curves.some(({ relabelled }) => relabelled !== null)
        ? [{ key: "relabelled", text: "where shares of equal policies fall (95 % of relabellings)" }]
        : []),
    ],
    caption: [
      paragraph(
        "The share of states won if k actions were drawn of each policy, from disjoint parts of the K that were. More",
        "draws turn ties and chance into wins and losses, also for the baseline against itself: a win share says",
        "something by its distance to the placebo at the same k, not by its height.",
      ),
      "Where the curve still rises at the right end, the printed share is not yet that of the policies' true means.",
      intervalSentence(
        "Shaded bands",
        curves.flatMap(({ win, placebo }) => [...win, ...placebo].map(({ row }) => row)),
      ),
    ],
    panels: curves.map((curve) => panelOf(curve, greatest)),
    columns: comparisons.length === 1 ? KINDS.length : comparisons.length,
    table: {
      caption: "Win share by number of draws",
      columns: ["Draws k", "States", "Comparison", "Win", "95 % interval", "Placebo win", "95 % interval"].map(
        (label, place) => ({ label, isNumber: place === 0 || place > 2 }),
      ),
      rows: curves.flatMap(numbersOf),
    },
  };
};

function curveOf(comparison: Comparison, kind: (typeof KINDS)[number]): Curve {
  const { run, candidate } = comparison;
  const pointsOf = (metric: string): readonly Point[] =>
    run.summary
      .flatMap((row) => {
        const k = row.slice.startsWith(`${kind.prefix}k=`) ? Number(row.slice.slice(kind.prefix.length + 2)) : null;
        if (k === null || row.metric !== metric || row.candidate !== candidate || row.estimate === null) return [];
        return [{ k, row }];
      })
      .sort((a, b) => a.k - b.k);
  const row = summaryOf(run).find(kind.slice, "relabelled_win_share", candidate);
  return {
    comparison,
    label: joinedLabel(comparison.label, kind.label),
    probe: kind.probe,
    win: pointsOf("win_share"),
    placebo: pointsOf("placebo_win_share"),
    relabelled: row === undefined || run.samples === null ? null : { k: run.samples, row },
  };
}

function panelOf(curve: Curve, greatest: number): Panel {
  const { win, placebo, label } = curve;
  const ends = [win.at(0), win.at(-1)].filter((point) => point !== undefined);
  return {
    label,
    description: ends
      .map(({ k, row }) => {
        const other = placebo.find((point) => point.k === k)?.row.estimate;
        return `k ${k}: win share ${textOf(row.estimate, percent)}, placebo ${textOf(other, percent)}`;
      })
      .join("; "),
    missing: win.length === 0 ? absence(curve.comparison.run, curve.probe) : null,
    draw: (size) => drawCurve(curve, greatest, size),
  };
}

function drawCurve({ win, placebo, relabelled }: Curve, greatest: number, size: Size): SVGSVGElement {
  const cut = (value: number | null): number | null => (value === null ? null : Math.min(1, Math.max(0, value)));
  const band = { x: "k", y1: ({ row }: Point) => cut(row.ci_low), y2: ({ row }: Point) => cut(row.ci_high) };
  const along = { x: "k", y: ({ row }: Point) => row.estimate };
  const null_ = relabelled === null ? [] : [relabelled];
  return plotSvg(size, {
    height: 19 * size.font,
    marginLeft: 3.6 * size.font,
    marginRight: 1.6 * size.font,
    marginTop: 2.2 * size.font,
    marginBottom: 3 * size.font,
    x: { type: "log", base: 2, domain: [1, greatest] },
    y: { domain: [0, 1] },
    marks: [
      axisX(
        win.map(({ k }) => k),
        {
          label: "draws of each policy, k",
          labelAnchor: "center",
          labelArrow: "none",
          tickSize: 3,
          tickFormat: String,
        },
      ),
      axisY({
        label: "share of states, %",
        labelArrow: "none",
        tickSize: 3,
        ticks: 5,
        tickFormat: (value: number) => `${100 * value}`,
      }),
      areaY([...placebo], { ...band, fill: "var(--placebo)", fillOpacity: 0.2 }),
      areaY([...win], { ...band, fill: "var(--win)", fillOpacity: 0.2 }),
      line([...placebo], { ...along, stroke: "var(--placebo)", strokeWidth: 2, strokeDasharray: "6 4" }),
      line([...win], { ...along, stroke: "var(--win)", strokeWidth: 2 }),
      dot([...placebo], {
        ...along,
        symbol: "diamond",
        fill: "var(--paper)",
        stroke: "var(--placebo)",
        strokeWidth: 1.5,
      }),
      dot([...win], { ...along, fill: "var(--win)", stroke: "var(--paper)" }),
      ruleX(null_, { ...band, stroke: "var(--ink)", strokeWidth: 1.5, marker: "tick", dx: 0.6 * size.font }),
    ],
  });
}

function numbersOf({
  comparison: { label, run, candidate },
  probe,
  win,
  placebo,
}: Curve): readonly (readonly string[])[] {
  return win.map(({ k, row }) => {
    const other = placebo.find((point) => point.k === k)?.row;
    return [
      count(k),
      probe === "matched" ? "saved" : "error",
      label === "" ? `${candidate} against ${run.baseline}` : label,
      textOf(row.estimate, percent),
      intervalText(row.ci_low, row.ci_high, percent),
      textOf(other?.estimate, percent),
      intervalText(other?.ci_low, other?.ci_high, percent),
    ];
  });
}
