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

/** Width of the average letter by its height. */
const LETTER = 0.56;

/** Room for the longest of some labels, in pixels. */
export function roomFor(labels: readonly string[], font: number): number {
  return Math.ceil(Math.max(...labels.map((label) => label.length), 1) * font * LETTER + font);
}

/** How many letters of a label have room in so many pixels: 1 at least. */
export function lettersIn(room: number, font: number): number {
  return Math.max(1, Math.floor((room - font) / (font * LETTER)));
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
