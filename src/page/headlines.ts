import type { SummaryRow } from "../core/rows.js";
import type { RunReport } from "../report/report-data.js";
import { difference, type NumberText, percent, plain, points } from "./number-text.js";

const SLICES = ["all", "kind=parent", "kind=error", "contrast"];
/** Headline metrics in the order of the table: what they are called and how they are printed. */
const METRICS: readonly (readonly [metric: string, label: string, print: NumberText])[] = [
  ["win_share", "win share", percent],
  ["half_tie_share", "half-tie share", percent],
  ["placebo_win_share", "placebo win share", percent],
  ["superiority", "one-draw superiority", percent],
  ["mean_difference", "difference", difference],
  ["exact_difference", "exact difference", difference],
  ["exact_win_share", "exact win share", percent],
  ["split_half_reliability", "split-half reliability", plain],
  ["minimum_detectable_effect", "least detectable difference", plain],
  ["nll_per_token", "NLL per token, nats", plain],
  ["log_ratio", "log ratio, nats", difference],
];
const PLACES = new Map(METRICS.map(([metric], place) => [metric, place]));

export interface Headline {
  readonly run: RunReport;
  readonly row: SummaryRow;
  readonly label: string;
  readonly print: NumberText;
}

/** The headline numbers of all runs: those of one metric and slice stand together, run by run. */
export function headlines(runs: readonly RunReport[]): readonly Headline[] {
  const found = runs.flatMap((run) => run.summary.filter(isHead).map((row) => headlineOf(run, row)));
  const slices = firstPlaces([...SLICES, ...found.map(({ row }) => row.slice)]);
  const candidates = firstPlaces(runs.flatMap((run) => run.candidates));
  const keysOf = ({ run, row }: Headline): readonly number[] => [
    Math.min(slices.get(row.slice) ?? 0, SLICES.length),
    PLACES.get(row.metric) ?? 0,
    slices.get(row.slice) ?? 0,
    runs.indexOf(run),
    candidates.get(row.candidate) ?? candidates.size,
  ];
  return found
    .map((headline) => ({ headline, keys: keysOf(headline) }))
    .sort((a, b) => a.keys.map((key, place) => key - (b.keys[place] ?? 0)).find((order) => order !== 0) ?? 0)
    .map(({ headline }) => headline);
}

function isHead({ slice, metric, probe }: SummaryRow): boolean {
  return PLACES.has(metric) && (SLICES.includes(slice) || (probe === "support" && !slice.includes("stage=")));
}

function headlineOf(run: RunReport, row: SummaryRow): Headline {
  const [, label = row.metric, print = plain] = METRICS[PLACES.get(row.metric) ?? -1] ?? [];
  return { run, row, label, print: row.slice === "contrast" && print === percent ? points : print };
}

function firstPlaces(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map([...new Set(names)].map((name, place) => [name, place]));
}
