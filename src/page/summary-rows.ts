import type { SummaryRow } from "../core/rows.js";
import type { RunReport } from "../report/report-data.js";

/** Finds rows of one run's summary. */
export interface SummaryIndex {
  /** Undefined where the run has no such row, or one without an estimate. */
  find(slice: string, metric: string, candidate: string): SummaryRow | undefined;
  readonly probes: ReadonlySet<string>;
}

const indexes = new WeakMap<RunReport, SummaryIndex>();

/** The index of a run's summary, made once. */
export function summaryOf(run: RunReport): SummaryIndex {
  const known = indexes.get(run);
  if (known !== undefined) return known;
  const keyOf = (slice: string, metric: string, candidate: string): string =>
    JSON.stringify([slice, metric, candidate]);
  const rows = new Map(run.summary.map((row) => [keyOf(row.slice, row.metric, row.candidate), row]));
  const index: SummaryIndex = {
    find(slice, metric, candidate) {
      const row = rows.get(keyOf(slice, metric, candidate));
      return row === undefined || row.estimate === null ? undefined : row;
    },
    probes: new Set(run.summary.map((row) => row.probe)),
  };
  indexes.set(run, index);
  return index;
}

/** Why a probe's numbers are not here. */
export function absence(run: RunReport, probe: string): string {
  return summaryOf(run).probes.has(probe)
    ? `The ${probe} probe was run, but has no numbers for this chart.`
    : `The ${probe} probe was not run.`;
}
