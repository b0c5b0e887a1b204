import type { ExplorerState } from "../report/report-data.js";
import { difference, textOf } from "./number-text.js";
import { type PairResult, resultOf } from "./pair-result.js";

/** What a row of the list says of a state beside its id, after the outcome's sign. */
export function rowFacts(state: ExplorerState, result: PairResult): string {
  const { turn, stage, kind } = state;
  return [
    `${textOf(result.difference, difference)}${result.isExact ? " exact" : ""}`,
    kind === "error" ? `error after turn ${turn - 1}` : `saved, turn ${turn}`,
    stage,
  ].join(" · ");
}

/** The row as search sees it, in lower case, with the sign of a keyboard for minus. */
export function rowText(state: ExplorerState, candidate: string): string {
  const result = resultOf(state, candidate);
  return `${result.outcome ?? "no outcome"} ${rowFacts(state, result)}`.replaceAll("−", "-");
}
