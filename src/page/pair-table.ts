import type { ExplorerPair, RunReport } from "../report/report-data.js";
import { element } from "./element.js";
import { inertText } from "./inert-text.js";
import { counted, difference, NOTHING, percent, plain, textOf } from "./number-text.js";
import { outcomeSign } from "./outcome-sign.js";
import { exactResult } from "./pair-result.js";

/** A way to compare two policies at a state: values in the order of the table's rows. */
interface Column {
  readonly label: string;
  readonly values: readonly (string | HTMLElement)[];
}

/** A state's comparison of one candidate with the baseline: exact where it can be, and by the draws. */
export function pairTable(run: RunReport, pair: ExplorerPair): HTMLElement {
  const exact = exactResult(pair);
  const names = [
    "Outcome",
    `Mean quality, ${run.baseline}`,
    `Mean quality, ${pair.candidate}`,
    "Difference",
    ...(run.samples === null ? [] : ["One draw of the candidate beats one of the baseline"]),
    // Of what is known exactly there is no chance.
    ...(run.samples === null || exact !== null ? [] : ["Chance that the candidate is truly better here"]),
  ];
  const columns: readonly Column[] = [
    ...(exact === null
      ? []
      : [
          {
            label: "exact",
            values: [
              outcomeSign(exact.outcome),
              textOf(pair.baselineExact, plain),
              textOf(pair.candidateExact, plain),
              textOf(exact.difference, difference),
            ],
          },
        ]),
    ...(run.samples === null
      ? []
      : [
          {
            label: `by ${counted(run.samples, "draw")}`,
            values: [
              outcomeSign(pair.outcome),
              textOf(pair.baselineMean, plain),
              textOf(pair.candidateMean, plain),
              textOf(pair.difference, difference),
              textOf(pair.superiority, percent),
              textOf(pair.probabilityBetter, percent),
            ],
          },
        ]),
  ];
  const head = element(
    "tr",
    {},
    element("td"),
    ...columns.map(({ label }) => element("th", { scope: "col", class: "number" }, label)),
  );
  const rows = names.map((name, place) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, inertText(name)),
      ...columns.map(({ values }) => element("td", { class: "number" }, values[place] ?? NOTHING)),
    ),
  );
  return element(
    "table",
    { class: "pair" },
    element("caption", {}, inertText(`${pair.candidate} against ${run.baseline}`)),
    element("thead", {}, head),
    element("tbody", {}, ...rows),
  );
}
