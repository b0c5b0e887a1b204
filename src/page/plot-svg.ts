import { type PlotOptions, plot } from "@observablehq/plot";
import type { Size } from "./chart.js";

/** The plot as one SVG image. Its style sheet is part of the page's, so that the page's policy can name all styles. */
export function plotSvg(size: Size, options: PlotOptions): SVGSVGElement {
  const drawn = plot({
    ...options,
    width: size.width,
    className: "plot",
    style: { fontSize: `${size.font}px`, overflow: "visible" },
  });
  if (!(drawn instanceof SVGSVGElement)) throw new Error("A plot is expected to be one SVG element");
  drawn.querySelector("style")?.remove();
  drawn.setAttribute("role", "img");
  // One image to a listener: labels inside it, on elements without a role, are for nobody.
  for (const part of drawn.querySelectorAll("[aria-label]")) {
    part.setAttribute("data-mark", part.getAttribute("aria-label") ?? "");
    part.removeAttribute("aria-label");
  }
  return drawn;
}

/** Room for the longest of some labels, in pixels: the average letter is little over half as wide as it is high. */
export function roomFor(labels: readonly string[], font: number): number {
  return Math.ceil(Math.max(...labels.map((label) => label.length), 1) * font * 0.56 + font);
}

/** Smallest range holding all values, a little wider than they are. */
export function domainOf(values: Iterable<number | null | undefined>): [number, number] {
  const known = [...values].filter((value) => value !== null && value !== undefined);
  if (known.length === 0) return [-1, 1];
  const low = Math.min(...known);
  const high = Math.max(...known);
  const room = (high - low || Math.abs(high) || 1) * 0.05;
  return [low - room, high + room];
}
