import type { RunReport } from "../report/report-data.js";

/** Colours of the style sheet, for candidates in the order of the run; more than these share the last. */
const CANDIDATES = ["var(--candidate)", "var(--candidate-2)", "var(--candidate-3)", "var(--candidate-4)"];

/** The colour of a policy wherever it is drawn. */
export function policyColour(run: RunReport, policy: string): string {
  if (policy === run.baseline) return "var(--baseline)";
  const place = run.candidates.indexOf(policy);
  return place < 0 ? "var(--muted)" : (CANDIDATES[Math.min(place, CANDIDATES.length - 1)] ?? "var(--muted)");
}
