import Table from "cli-table3";

/** One line of the table. */
export interface Verdict {
  readonly what: string;
  readonly where: string;
  readonly value: number;
  /** What `value` must lie in; null where it is shown and not judged. */
  readonly band: readonly [number, number] | null;
  /** Standard error of `value` over what was simulated; null where it is not known. */
  readonly error: number | null;
  /** Shown as per cent. */
  readonly percent: boolean;
}

export function isGood({ value, band }: Verdict): boolean {
  return band === null || (value >= band[0] && value <= band[1]);
}

/** A share of simulated runs. */
export function shareVerdict(
  what: string,
  where: string,
  hits: number,
  runs: number,
  band: readonly [number, number] | null,
): Verdict {
  const value = hits / runs;
  return { what, where, value, band, error: Math.sqrt((value * (1 - value)) / runs), percent: true };
}

export function verdictTable(verdicts: readonly Verdict[]): string {
  const table = new Table({
    head: ["what", "where", "got", "± 1 SE", "band", ""],
    style: { head: [], border: [], compact: true },
  });
  for (const verdict of verdicts) {
    const text = (value: number): string => (verdict.percent ? `${(100 * value).toFixed(2)} %` : value.toFixed(4));
    const { what, where, value, error, band } = verdict;
    const said = band === null ? "not judged" : isGood(verdict) ? "good" : "BAD";
    table.push([
      what,
      where,
      text(value),
      error === null ? "" : text(error),
      band === null ? "" : band.map(text).join(" to "),
      said,
    ]);
  }
  return table.toString();
}
