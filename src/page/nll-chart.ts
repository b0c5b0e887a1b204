import { axisX, axisY, barX, dot, ruleY, tickX } from "@observablehq/plot";
import type { NllQuantiles, RunReport } from "../report/report-data.js";
import type { Chart, ChartMaker, Size } from "./chart.js";
import { count, plain } from "./number-text.js";
import { paragraph } from "./paragraph.js";
import { lettersIn, plotSvg, roomFor } from "./plot-svg.js";
import { policyColour } from "./policy-colour.js";
import { shortName } from "./short-name.js";
import { absence } from "./summary-rows.js";
import { visibleText } from "./visible-text.js";

const QUANTILES = ["5 %", "25 %", "50 %", "75 %", "95 %"];

/** Negative log-likelihood of saved actions, by who said them and who scores them. */
export const nllChart: ChartMaker = (runs): Chart => {
  const most = Math.max(0.1, ...runs.flatMap((run) => run.nll.flatMap((box) => [...box.quantiles, box.mean])));
  return {
    id: "nll",
    title: "How likely saved actions are under each policy",
    legend: [
      { key: "box", text: "middle half of the actions, median" },
      { key: "whisker", text: "5 % to 95 % of the actions" },
      { key: "mean", text: "mean" },
    ],
    caption: [
      paragraph(
        "The negative log-likelihood (NLL) of each saved action, in nats, by the policy that said it and the policy",
        "that scores it: low is likely. Where the baseline gives the candidate's actions about the NLL of its own,",
        "they are actions that it knew already.",
      ),
      paragraph(
        "Boxes and whiskers are quantiles of actions, not intervals of the mean: those are among the headline",
        "numbers. Colours are the policies that score.",
      ),
    ],
    panels: runs.map((run) => ({
      label: runs.length > 1 ? visibleText(run.name) : "",
      description: run.nll.map((box) => `${labelOf(box)}: median ${plain(box.quantiles[2] ?? 0)} nats`).join("; "),
      missing: run.nll.length === 0 ? absence(run, "support") : null,
      draw: (size: Size) => drawBoxes(run, most, size),
    })),
    columns: runs.length,
    table: {
      caption: "NLL of saved actions, nats",
      columns: ["Actions of, scored by", "Run", "Actions", ...QUANTILES, "Mean"].map((label, place) => ({
        label,
        isNumber: place > 1,
      })),
      rows: runs.flatMap((run) =>
        run.nll.map((box) => [
          labelOf(box),
          run.name,
          count(box.actions),
          ...box.quantiles.map(plain),
          plain(box.mean),
        ]),
      ),
    },
  };
};

function labelOf(box: NllQuantiles): string {
  return `${visibleText(box.source)}, by ${visibleText(box.scoredBy)}`;
}

function drawBoxes(run: RunReport, most: number, size: Size): SVGSVGElement {
  const quantile = (place: number) => (box: NllQuantiles) => box.quantiles[place];
  const colour = (box: NllQuantiles): string => policyColour(run, box.scoredBy);
  const labels = run.nll.map(labelOf);
  const room = Math.min(roomFor(labels, size.font), size.width * 0.4);
  const letters = lettersIn(room, size.font);
  const shortOf = (label: string): string => {
    const box = run.nll.find((one) => labelOf(one) === label);
    if (box === undefined || label.length <= letters) return label;
    const [source, scoredBy] = [box.source, box.scoredBy].map((name) =>
      shortName(visibleText(name), (letters - ", by ".length) / 2),
    );
    return `${source}, by ${scoredBy}`;
  };
  const boxes = [...run.nll];
  return plotSvg(size, {
    height: labels.length * 2.6 * size.font + 4 * size.font,
    marginLeft: room,
    marginRight: 1.2 * size.font,
    marginTop: 4,
    marginBottom: 3 * size.font,
    x: { domain: [0, most * 1.03] },
    y: { domain: labels, padding: 0.35, label: null },
    marks: [
      axisY({ tickSize: 0, tickFormat: shortOf }),
      axisX({ label: "nats an action", labelAnchor: "center", labelArrow: "none", tickSize: 3, ticks: 6 }),
      ruleY(boxes, { y: labelOf, x1: quantile(0), x2: quantile(4), stroke: colour, strokeWidth: 2, marker: "tick" }),
      barX(boxes, { y: labelOf, x1: quantile(1), x2: quantile(3), fill: colour }),
      tickX(boxes, { y: labelOf, x: quantile(2), stroke: "var(--paper)", strokeWidth: 4 }),
      tickX(boxes, { y: labelOf, x: quantile(2), stroke: "var(--ink)", strokeWidth: 2 }),
      dot(boxes, {
        y: labelOf,
        x: "mean",
        symbol: "diamond",
        r: size.font * 0.36,
        fill: "var(--paper)",
        stroke: "var(--ink)",
        strokeWidth: 1.5,
      }),
    ],
  });
}
