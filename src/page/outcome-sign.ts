import type { MatchOutcome } from "../core/rows.js";
import { element } from "./element.js";

const SIGNS: Readonly<Record<MatchOutcome, string>> = { win: "▲", tie: "●", loss: "▼" };

/** An outcome as shape, colour and word; a dash where there is none. */
export function outcomeSign(outcome: MatchOutcome | null): HTMLElement {
  if (outcome === null) return element("span", { class: "outcome" }, "no outcome");
  const sign = element("span", { class: "sign", "aria-hidden": "true" }, SIGNS[outcome]);
  return element("span", { class: `outcome outcome-${outcome}` }, sign, outcome);
}
