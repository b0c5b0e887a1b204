import { axisX, axisY, type RenderFunction } from "@observablehq/plot";
import type { MatchOutcome } from "../core/rows.js";
import type { QualityPoint } from "../report/report-data.js";
import type { Size } from "./chart.js";
import { plotSvg } from "./plot-svg.js";
import { visibleText } from "./visible-text.js";

/** A plot of points, and where each of them stands in it, in its pixels. */
export interface PointPlot {
  readonly svg: SVGSVGElement;
  placeOf(point: QualityPoint): readonly [x: number, y: number];
  readonly radius: number;
}

const SVG = "http://www.w3.org/2000/svg";
/** Points of one outcome share this many paths: few, so that thousands draw at once, yet enough that crowds look darker. */
const LAYERS = 8;

/** Draws points coloured and shaped by outcome, with the diagonal on which both policies are equal. */
export function qualityPlot(
  points: readonly QualityPoint[],
  domain: readonly [number, number],
  names: { readonly baseline: string; readonly candidate: string },
  size: Size,
): PointPlot {
  const radius = size.font * (points.length > 3000 ? 0.2 : 0.28);
  let placeOf: PointPlot["placeOf"] = () => [0, 0];
  const marks: RenderFunction = (_index, { x, y }) => {
    if (x === undefined || y === undefined) throw new Error("A plot of points has two scales");
    placeOf = (point) => [x(point.baselineQuality), y(point.candidateQuality)];
    const group = document.createElementNS(SVG, "g");
    group.append(
      path("diagonal", `M${x(domain[0])},${y(domain[0])}L${x(domain[1])},${y(domain[1])}`),
      ...(["tie", "loss", "win"] as const).flatMap((outcome) =>
        layers(points.filter((point) => point.outcome === outcome)).map((layer) =>
          path(`point point-${outcome}`, layer.map((point) => shape(outcome, placeOf(point), radius)).join("")),
        ),
      ),
    );
    return group;
  };
  const side = Math.min(size.width, 34 * size.font);
  const margins = { marginTop: 2.2 * size.font, marginBottom: 3 * size.font, marginLeft: 3.8 * size.font };
  const marginRight = size.width - side + size.font;
  const svg = plotSvg(size, {
    ...margins,
    marginRight,
    height: side - margins.marginLeft - size.font + margins.marginTop + margins.marginBottom,
    x: { domain: [...domain] },
    y: { domain: [...domain] },
    marks: [
      axisX({
        label: `quality of ${visibleText(names.baseline)}`,
        labelArrow: "none",
        labelAnchor: "center",
        tickSize: 3,
        ticks: 5,
      }),
      axisY({ label: `quality of ${visibleText(names.candidate)}`, labelArrow: "none", tickSize: 3, ticks: 5 }),
      marks,
    ],
  });
  return { svg, placeOf: (point) => placeOf(point), radius };
}

function layers(points: readonly QualityPoint[]): readonly (readonly QualityPoint[])[] {
  return Array.from({ length: LAYERS }, (_, layer) => points.filter((_point, place) => place % LAYERS === layer));
}

function path(className: string, d: string): SVGPathElement {
  const made = document.createElementNS(SVG, "path");
  made.setAttribute("class", className);
  made.setAttribute("d", d);
  return made;
}

/** A triangle up for a win, down for a loss, a circle for a tie. */
function shape(outcome: MatchOutcome, [x, y]: readonly [number, number], r: number): string {
  const [left, top] = [(x - r).toFixed(1), y.toFixed(1)];
  const d = (2 * r).toFixed(1);
  if (outcome === "tie") return `M${left},${top}a${r},${r} 0 1,0 ${d},0a${r},${r} 0 1,0 -${d},0`;
  const way = outcome === "win" ? 1 : -1;
  const high = (1.25 * r * way).toFixed(1);
  return `M${x.toFixed(1)},${(y - 1.25 * r * way).toFixed(1)}l${(1.15 * r).toFixed(1)},${(2 * Number(high)).toFixed(1)}h-${(2.3 * r).toFixed(1)}z`;
}
