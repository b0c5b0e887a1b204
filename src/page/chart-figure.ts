import type { Chart, LegendEntry, Panel } from "./chart.js";
import { element } from "./element.js";
import { numberTable } from "./number-table.js";
import { rootFont } from "./root-font.js";

/** Of the page's letters. */
const PLOT_FONT = 0.8125;
/** Panels beside each other on the widest screens; the style sheet has a class for each number. */
const MOST_COLUMNS = 3;

/** A chart with its caption and its numbers. Plots are drawn once the figure has a width, and again when it changes. */
export function chartFigure(chart: Chart): HTMLElement {
  const titleId = `${chart.id}-title`;
  const columns = Math.min(chart.columns, MOST_COLUMNS);
  const drawn = chart.panels.some((panel) => panel.missing === null);
  return element(
    "figure",
    { id: chart.id, class: `chart columns-${columns}`, "aria-labelledby": titleId },
    element("h3", { id: titleId }, chart.title),
    drawn ? legend(chart.legend) : null,
    element("div", { class: "panels" }, ...chart.panels.map((panel) => panelBox(panel, chart.title))),
    element("figcaption", {}, ...(drawn ? chart.caption.map((text) => element("p", {}, text)) : [])),
    drawn ? numbers(chart) : null,
  );
}

function legend(entries: readonly LegendEntry[]): HTMLElement {
  const items = entries.map((entry) =>
    element("li", {}, element("span", { class: `key key-${entry.key}`, "aria-hidden": "true" }), entry.text),
  );
  return element("ul", { class: "legend", "aria-label": "Key" }, ...items);
}

function panelBox(panel: Panel, title: string): HTMLElement {
  const label = panel.label === "" ? null : element("h4", {}, panel.label);
  const note = panel.note === undefined ? null : element("p", { class: "note" }, panel.note);
  if (panel.missing !== null) {
    return element("div", { class: "panel" }, label, element("p", { class: "missing" }, panel.missing));
  }
  const place = element("div", { class: "drawing" });
  let widthDrawn = 0;
  new ResizeObserver(([entry]) => {
    const width = Math.floor(entry?.contentRect.width ?? 0);
    if (width === 0 || width === widthDrawn) return;
    widthDrawn = width;
    const svg = panel.draw({ width, font: PLOT_FONT * rootFont() });
    svg.setAttribute("aria-label", panel.label === "" ? title : `${title}, ${panel.label}`);
    svg.setAttribute("aria-description", panel.description);
    place.replaceChildren(svg);
  }).observe(place);
  return element("div", { class: "panel" }, label, place, note);
}

function numbers(chart: Chart): HTMLElement {
  const details = element("details", { class: "numbers" }, element("summary", {}, "Show the numbers"));
  details.addEventListener("toggle", () => details.append(numberTable(chart.table)), { once: true });
  return details;
}
