import type { RunReport } from "../report/report-data.js";

/** What differs between any two runs and tells a reader nothing. */
const OWN = new Set(["started", "finished", "configuration", "commit"]);

/** The facts of one run that are not the same in all: what sets the runs of a page apart. */
export function differingFacts(run: RunReport, runs: readonly RunReport[]): RunReport["facts"] {
  return run.facts.filter(({ name, value }) => {
    const isShared = runs.every((other) => other.facts.some((fact) => fact.name === name && fact.value === value));
    return !OWN.has(name) && !isShared;
  });
}
