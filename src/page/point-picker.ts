import type { QualityPoint } from "../report/report-data.js";
import { element } from "./element.js";
import { inertText } from "./inert-text.js";
import { plain } from "./number-text.js";
import type { PointPlot } from "./quality-plot.js";

const SVG = "http://www.w3.org/2000/svg";
/** Farther from every point than this, in radii of a point, the pointer is at none. */
const REACH = 5;

/** A plot whose points are chosen by pointer or by arrow keys, and opened by a click or Enter. */
export function pointPicker(
  plot: PointPlot,
  points: readonly QualityPoint[],
  names: { readonly baseline: string; readonly candidate: string },
  open: (stateId: string) => void,
): HTMLElement {
  const ring = document.createElementNS(SVG, "circle");
  ring.setAttribute("class", "ring");
  ring.setAttribute("r", String(plot.radius * 2.2));
  plot.svg.setAttribute("aria-hidden", "true");
  plot.svg.removeAttribute("role");
  const readout = element("p", { class: "readout", role: "status" });
  const picker = element("div", { class: "picker", role: "application", tabindex: "0" });
  picker.append(plot.svg, readout);
  let chosen: QualityPoint | null = null;

  const choose = (point: QualityPoint | null): void => {
    if (point === chosen) return;
    chosen = point;
    if (point === null) {
      ring.remove();
      readout.replaceChildren();
      return;
    }
    const [x, y] = plot.placeOf(point);
    ring.setAttribute("cx", String(x));
    ring.setAttribute("cy", String(y));
    plot.svg.append(ring);
    const [baseline, candidate] = [plain(point.baselineQuality), plain(point.candidateQuality)];
    const qualities = `: ${names.baseline} ${baseline}, ${names.candidate} ${candidate}, ${point.outcome}`;
    readout.replaceChildren(inertText(point.stateId, 80), inertText(qualities));
  };
  const at = ({ clientX, clientY }: MouseEvent): QualityPoint | null => {
    const box = plot.svg.getBoundingClientRect();
    return nearest(plot, points, [clientX - box.left, clientY - box.top]);
  };

  picker.addEventListener("pointermove", (event) => choose(at(event)));
  picker.addEventListener("pointerleave", () => choose(null));
  picker.addEventListener("blur", () => choose(null));
  plot.svg.addEventListener("click", (event) => {
    const point = at(event);
    if (point !== null) open(point.stateId);
  });
  picker.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && chosen !== null) open(chosen.stateId);
    else if (event.key.startsWith("Arrow")) choose(neighbour(points, chosen, event.key));
    else return;
    event.preventDefault();
  });
  return picker;
}

function nearest(
  plot: PointPlot,
  points: readonly QualityPoint[],
  [x, y]: readonly [number, number],
): QualityPoint | null {
  let found: QualityPoint | null = null;
  let least = (REACH * plot.radius) ** 2;
  for (const point of points) {
    const [px, py] = plot.placeOf(point);
    const distance = (px - x) ** 2 + (py - y) ** 2;
    if (distance >= least) continue;
    least = distance;
    found = point;
  }
  return found;
}

/** Left and right go by the baseline's quality, down and up by the candidate's. */
function neighbour(points: readonly QualityPoint[], from: QualityPoint | null, key: string): QualityPoint | null {
  const isAcross = key === "ArrowLeft" || key === "ArrowRight";
  const qualityOf = (point: QualityPoint): number => (isAcross ? point.baselineQuality : point.candidateQuality);
  const ordered = [...points].sort((a, b) => qualityOf(a) - qualityOf(b));
  const step = key === "ArrowRight" || key === "ArrowUp" ? 1 : -1;
  if (from === null) return ordered.at(step === 1 ? 0 : -1) ?? null;
  return ordered[ordered.indexOf(from) + step] ?? from;
}
