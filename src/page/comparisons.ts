import type { RunReport } from "../report/report-data.js";
import { visibleText } from "./visible-text.js";

/** A candidate against the baseline in one run: what most charts have a panel for. */
export interface Comparison {
  readonly run: RunReport;
  readonly candidate: string;
  /** Tells the comparison from the others of the page; empty where it is the only one. */
  readonly label: string;
}

/** Every comparison of the page, run by run. */
export function comparisonsOf(runs: readonly RunReport[]): readonly Comparison[] {
  const all = runs.flatMap((run) => run.candidates.map((candidate) => ({ run, candidate })));
  return all.map(({ run, candidate }) => {
    const parts = [
      runs.length > 1 ? run.name : "",
      run.candidates.length > 1 ? `${candidate} against ${run.baseline}` : "",
    ].filter((part) => part !== "");
    return { run, candidate, label: visibleText(parts.join(": ")) };
  });
}

/** Joined by a middle dot, without the empty ones. */
export function joinedLabel(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" · ");
}
