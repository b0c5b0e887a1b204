import type { SummaryRow } from "../core/rows.js";

/** The summary rows of one probe and one baseline and candidate. */
export interface RowGroup {
  readonly probe: string;
  readonly baseline: string;
  readonly candidate: string;
  readonly rows: readonly SummaryRow[];
  /** Slices in the order of the rows. */
  readonly slices: readonly string[];
  find(slice: string, metric: string): SummaryRow | undefined;
}

/** Groups rows, in the order of first appearance. */
export function groupRows(rows: readonly SummaryRow[]): readonly RowGroup[] {
  const groups = new Map<string, SummaryRow[]>();
  for (const row of rows) {
    const key = JSON.stringify([row.probe, row.baseline, row.candidate]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()].map(groupOf);
}

function groupOf(rows: readonly SummaryRow[]): RowGroup {
  const byName = new Map(rows.map((row) => [`${row.slice}\n${row.metric}`, row]));
  return {
    probe: rows[0]?.probe ?? "",
    baseline: rows[0]?.baseline ?? "",
    candidate: rows[0]?.candidate ?? "",
    rows,
    slices: [...new Set(rows.map((row) => row.slice))],
    find: (slice, metric) => byName.get(`${slice}\n${metric}`),
  };
}
