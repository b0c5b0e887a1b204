import type { SummaryRow } from "../core/rows.js";

/**
 * What a chart's intervals are, as its rows say.
 *
 * @param marks what they are drawn as
 */
export function intervalSentence(marks: string, rows: readonly SummaryRow[]): string {
  const known = rows.filter((row) => row.ci_low !== null);
  const units = known.some((row) => row.method.endsWith("-instance")) ? "instance" : "trajectory";
  const wilson = known.some((row) => row.method === "wilson") ? "; Wilson's where a share is 0 or 1" : "";
  return `${marks} are 95 % intervals, from standard errors clustered by ${units} (CR1, t)${wilson}.`;
}
