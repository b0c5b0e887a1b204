import type { SummaryRow } from "../core/rows.js";
import { probability, textOf } from "./number-text.js";

/** The smallest p that 999 relabellings can give, two-sided. */
const RELABEL_FLOOR = 0.002;

/** A p-value; a test that can give none smaller says no more than that it is at most this. */
export function pText({ test, p_value: p }: SummaryRow): string {
  return test === "relabel" && p !== null && p <= RELABEL_FLOOR ? `≤ ${RELABEL_FLOOR}` : textOf(p, probability);
}
