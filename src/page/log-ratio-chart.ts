import { areaY, axisX, axisY, dot, line, ruleY, text } from "@observablehq/plot";
import type { SummaryRow } from "../core/rows.js";
import type { Chart, ChartMaker, Size } from "./chart.js";
import { type Comparison, comparisonsOf } from "./comparisons.js";
import { intervalSentence } from "./interval-sentence.js";
import { count, difference, intervalText, textOf } from "./number-text.js";
import { paragraph } from "./paragraph.js";
import { domainOf, lettersIn, plotSvg, roomFor } from "./plot-svg.js";
import { policyColour } from "./policy-colour.js";
import { shortName } from "./short-name.js";
import { absence } from "./summary-rows.js";
import { visibleText } from "./visible-text.js";

/** One source policy's trajectories of one outcome. */
interface Line {
  readonly label: string;
  readonly source: string;
  readonly isSuccess: boolean;
  readonly points: readonly { readonly progress: number; readonly row: SummaryRow }[];
}

const SLICE = /^source=(.*),success=(true|false),progress=([\d.]+)$/s;

/** Cumulative log ratio along trajectories, by who acted and how it ended. */
export const logRatioChart: ChartMaker = (runs): Chart => {
  const all = comparisonsOf(runs).map((comparison) => ({ comparison, lines: linesOf(comparison) }));
  const rows = all.flatMap(({ lines }) => lines.flatMap(({ points }) => points.map(({ row }) => row)));
  const domain = domainOf([0, ...rows.flatMap((row) => [row.estimate, row.ci_low, row.ci_high])]);
  return {
    id: "log-ratio",
    title: "Where along a trajectory the policies part",
    legend: [
      { key: "success", text: "trajectories that succeeded" },
      { key: "failure", text: "trajectories that failed" },
    ],
    caption: [
      paragraph(
        "The log ratio so far: the sum over turns of log π(candidate) − log π(baseline) of the actions taken, in",
        "nats, at a quarter, half, three quarters and all of the trajectory's turns. Above zero the candidate finds",
        "what was done more likely than the baseline does. Colours are the policies that acted.",
      ),
      intervalSentence("Shaded bands", rows),
    ],
    panels: all.map(({ comparison, lines }) => ({
      label: comparison.label,
      description: lines
        .map(({ label, points }) => `${label}: ${textOf(points.at(-1)?.row.estimate, difference)} nats at the end`)
        .join("; "),
      missing: lines.length === 0 ? absence(comparison.run, "support") : null,
      draw: (size: Size) => drawLines(comparison, lines, domain, size),
    })),
    columns: all.length,
    table: {
      caption: "Cumulative log ratio, nats",
      columns: ["Trajectories of", "Comparison", "Progress", "Number", "Log ratio", "95 % interval"].map(
        (label, place) => ({ label, isNumber: place > 1 }),
      ),
      rows: all.flatMap(({ comparison: { label, run, candidate }, lines }) =>
        lines.flatMap((one) =>
          one.points.map(({ progress, row }) => [
            one.label,
            label === "" ? `${candidate} over ${run.baseline}` : label,
            `${100 * progress} %`,
            count(row.trajectories),
            textOf(row.estimate, difference),
            intervalText(row.ci_low, row.ci_high, difference),
          ]),
        ),
      ),
    },
  };
};

function linesOf({ run, candidate }: Comparison): readonly Line[] {
  const lines = new Map<string, Line & { points: { progress: number; row: SummaryRow }[] }>();
  for (const row of run.summary) {
    const found = SLICE.exec(row.slice);
    if (found === null || row.metric !== "cumulative_log_ratio") continue;
    if (row.candidate !== candidate || row.estimate === null) continue;
    const [, source = "", success, progress] = found;
    const isSuccess = success === "true";
    const label = `${visibleText(source)}, ${isSuccess ? "succeeded" : "failed"}`;
    const line = lines.get(label) ?? { label, source, isSuccess, points: [] };
    line.points.push({ progress: Number(progress), row });
    lines.set(label, line);
  }
  for (const { points } of lines.values()) points.sort((a, b) => a.progress - b.progress);
  return [...lines.values()];
}

function drawLines({ run }: Comparison, lines: readonly Line[], domain: [number, number], size: Size): SVGSVGElement {
  const labels = lines.map(({ label }) => label);
  const room = Math.min(roomFor(labels, size.font), size.width * 0.36);
  const letters = Math.max("base, succeeded".length, lettersIn(room, size.font));
  const along = { x: "progress", y: ({ row }: Line["points"][number]) => row.estimate };
  const ends = spread(lines, domain, size).map((end) => ({ ...end, label: shortEnd(end.line, letters) }));
  return plotSvg(size, {
    height: 22 * size.font,
    marginLeft: 3.6 * size.font,
    marginRight: room,
    marginTop: 2.2 * size.font,
    marginBottom: 3 * size.font,
    x: { domain: [0.22, 1] },
    y: { domain },
    marks: [
      axisX([0.25, 0.5, 0.75, 1], {
        label: "progress, %",
        labelAnchor: "center",
        labelArrow: "none",
        tickSize: 3,
        tickFormat: (value: number) => `${100 * value}`,
      }),
      axisY({ label: "log ratio so far, nats", labelArrow: "none", tickSize: 3, ticks: 6 }),
      ruleY([0], { stroke: "var(--ink)", strokeOpacity: 0.6 }),
      ...lines.flatMap(({ source, isSuccess, points }) => {
        const colour = policyColour(run, source);
        return [
          areaY([...points], {
            x: "progress",
            y1: ({ row }) => row.ci_low,
            y2: ({ row }) => row.ci_high,
            fill: colour,
            fillOpacity: isSuccess ? 0.2 : 0.1,
          }),
          line([...points], {
            ...along,
            stroke: colour,
            strokeWidth: 2,
            ...(isSuccess ? {} : { strokeDasharray: "6 4" }),
          }),
          dot([...points], {
            ...along,
            symbol: isSuccess ? "circle" : "times",
            fill: isSuccess ? colour : "none",
            stroke: colour,
          }),
        ];
      }),
      text(ends, {
        x: 1,
        y: "y",
        dx: 0.6 * size.font,
        textAnchor: "start",
        text: "label",
      }),
    ],
  });
}

interface LineEnd {
  readonly line: Line;
  readonly y: number;
}

/** The line's label with so much of the policy's name that how it ended stays to be read. */
function shortEnd({ label, source }: Line, letters: number): string {
  const name = visibleText(source);
  return `${shortName(name, letters - (label.length - name.length))}${label.slice(name.length)}`;
}

/** Labels at the ends of lines, moved apart where they would overlap. */
function spread(lines: readonly Line[], [low, high]: readonly [number, number], size: Size): readonly LineEnd[] {
  const room = ((high - low) * 1.2 * size.font) / (16 * size.font);
  const ends = lines.map((line) => ({ line, y: line.points.at(-1)?.row.estimate ?? 0 })).sort((a, b) => a.y - b.y);
  return ends.reduce<LineEnd[]>((placed, end) => {
    const below = placed.at(-1);
    placed.push({ line: end.line, y: below === undefined ? end.y : Math.max(end.y, below.y + room) });
    return placed;
  }, []);
}
