import type { ExplorerPair, RunReport } from "../report/report-data.js";
import { element } from "./element.js";
import { inertText } from "./inert-text.js";
import { difference, percent, plain, textOf } from "./number-text.js";
import { outcomeSign } from "./outcome-sign.js";

/** A state's comparison of one candidate with the baseline, in numbers. */
export function pairTable(run: RunReport, pair: ExplorerPair): HTMLElement {
  const { baselineExact, candidateExact } = pair;
  const exact = baselineExact === null || candidateExact === null ? null : candidateExact - baselineExact;
  const rows: readonly (readonly [string, string | HTMLElement])[] = [
    ["Outcome", outcomeSign(pair.outcome)],
    [`Mean quality, ${run.baseline}`, textOf(pair.baselineMean, plain)],
    [`Mean quality, ${pair.candidate}`, textOf(pair.candidateMean, plain)],
    ["Difference", textOf(pair.difference, difference)],
    ["One draw of the candidate beats one of the baseline", textOf(pair.superiority, percent)],
    ["Chance that the candidate is truly better here", textOf(pair.probabilityBetter, percent)],
    [`Exact quality, ${run.baseline}`, textOf(baselineExact, plain)],
    [`Exact quality, ${pair.candidate}`, textOf(candidateExact, plain)],
    ["Exact difference", textOf(exact, difference)],
  ];
  const shown = baselineExact === null && candidateExact === null ? rows.slice(0, 6) : rows;
  return element(
    "table",
    { class: "pair" },
    element("caption", {}, inertText(`${pair.candidate} against ${run.baseline}`)),
    element(
      "tbody",
      {},
      ...shown.map(([name, value]) =>
        element("tr", {}, element("th", { scope: "row" }, inertText(name)), element("td", { class: "number" }, value)),
      ),
    ),
  );
}
