import type { SummaryRow } from "../core/rows.js";
import { difference, estimateText, NOTHING, type NumberText, percent, points, withInterval } from "./number-text.js";
import type { RowGroup } from "./row-index.js";
import { grid, wrap } from "./text-layout.js";

const HEAD = [
  "\nslice",
  "\nstates",
  "win/tie/loss\n%",
  "half-tie %\n[95 % interval]",
  "difference\n[95 % interval]",
  "one-\ndraw %",
  "placebo\nwin %",
  "paper\nwin %",
];

/** Slices whose exact numbers the table shows; summary.csv has those of every slice. */
const ENUMERATED = ["all", "kind=error", "kind=parent", "contrast", "run=A", "run=B", "change"];

/** Slices of the K-curve, `k=4` and `kind=error,k=4`: a matter of the report. */
const OF_FEWER_DRAWS = /(^|,)k=/;

/** One line a slice of matched or recovery, an extra one where actions were enumerated, then what notes say. */
export function comparisonLines(group: RowGroup): readonly string[] {
  const body = group.slices.filter((slice) => !OF_FEWER_DRAWS.test(slice)).flatMap((slice) => linesOf(group, slice));
  const published = body.some((line) => line[HEAD.length - 1] !== NOTHING);
  const columns = published ? HEAD.length : HEAD.length - 1;
  return [
    ...grid(
      HEAD.slice(0, columns),
      body.map((line) => line.slice(0, columns)),
      1,
    ),
    ...noteLines(group),
  ];
}

/** Each note of an interval that the table shows, or should, behind the slices that it is about. */
function noteLines(group: RowGroup): readonly string[] {
  const slices = new Map<string, Set<string>>();
  for (const { note, slice, metric } of group.rows) {
    if (!["half_tie_share", "mean_difference"].includes(metric)) continue;
    // Bootstrap intervals and p-values of slices are in summary.csv alone.
    for (const part of note.split("; ").filter((text) => text !== "" && !/^(bootstrap|sign-flip): /.test(text))) {
      slices.set(part, (slices.get(part) ?? new Set()).add(sliceName(slice).trim()));
    }
  }
  return [...slices].flatMap(([note, names]) => wrap(`${[...names].join(", ")}: ${note}`));
}

function linesOf(group: RowGroup, slice: string): readonly (readonly string[])[] {
  const find = (metric: string): SummaryRow | undefined => group.find(slice, metric);
  const share = /^(contrast|change)/.test(slice) ? points : percent;
  const anchor = find("mean_difference") ?? find("win_share") ?? find("exact_difference");
  const sampled = [
    sliceName(slice),
    String(anchor?.states ?? NOTHING),
    outcomeShares(find, "", share),
    withInterval(find("half_tie_share"), share),
    withInterval(find("mean_difference"), difference),
    estimateText(find("superiority"), share),
    estimateText(find("placebo_win_share"), share),
    publishedText(find("win_share")),
  ];
  const exact = find("exact_difference");
  if (exact === undefined || !ENUMERATED.includes(slice)) return [sampled];
  const enumerated = withInterval(exact, difference);
  const shares = outcomeShares(find, "exact_", share);
  const blank = [NOTHING, NOTHING, NOTHING];
  return [sampled, ["  exact", String(exact.states), shares, NOTHING, enumerated, ...blank]];
}

function outcomeShares(find: (metric: string) => SummaryRow | undefined, prefix: string, print: NumberText): string {
  const shares = ["win", "tie", "loss"].map((word) => find(`${prefix}${word}_share`));
  if (shares.every((row) => row === undefined)) return NOTHING;
  return shares.map((row) => estimateText(row, print)).join("/");
}

function publishedText(row: SummaryRow | undefined): string {
  return row === undefined || row.published === null ? NOTHING : percent(row.published);
}

/** `kind=error,stage=late` is `  late` under `error`; `stage=late` is `late`, `turn=3` is `turn 3`. */
function sliceName(slice: string): string {
  const parts = slice.split(",");
  const words = parts.map((part) => (part.startsWith("turn=") ? part.replace("=", " ") : part.replace(/^.*?=/, "")));
  return `${"  ".repeat(parts.length - 1)}${words[parts.length - 1] ?? slice}`;
}
