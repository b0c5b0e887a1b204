import { axisX, axisY, type RenderFunction } from "@observablehq/plot";
import type { MatchOutcome } from "../core/rows.js";
import type { QualityPoint } from "../report/report-data.js";
import type { Size } from "./chart.js";
import { plotSvg } from "./plot-svg.js";
import { shortName } from "./short-name.js";
import { visibleText } from "./visible-text.js";

/** A plot of points, and where each of them stands in it, in its pixels. */
export interface PointPlot {
  readonly svg: SVGSVGElement;
  placeOf(point: QualityPoint): readonly [x: number, y: number];
  readonly radius: number;
}

const SVG = "http://www.w3.org/2000/svg";
/** Paths that points of one outcome share: few draw thousands at once, yet several let crowds look darker. */
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
  const label = (name: string): string => `quality of ${shortName(visibleText(name), size.width / size.font - 8)}`;
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
        label: label(names.baseline),
        labelArrow: "none",
        labelAnchor: "center",
        tickSize: 3,
        ticks: 5,
      }),
      axisY({ label: label(names.candidate), labelArrow: "none", tickSize: 3, ticks: 5 }),
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
  const tenth = (value: number): string => value.toFixed(1);
  if (outcome === "tie") {
    const half = (way: number): string => `a${tenth(r)},${tenth(r)} 0 1,0 ${tenth(2 * r * way)},0`;
    return `M${tenth(x - r)},${tenth(y)}${half(1)}${half(-1)}`;
  }
  const high = 1.25 * r * (outcome === "win" ? 1 : -1);
  const wide = 1.15 * r;
  return `M${tenth(x)},${tenth(y - high)}l${tenth(wide)},${tenth(2 * high)}h${tenth(-2 * wide)}z`;
}
