import type { SummaryRow } from "../core/rows.js";
import { difference, percent, plain, probability } from "./number-text.js";
import { groupRows, type RowGroup } from "./row-index.js";

/** What the numbers of one probe and candidate allow one to say, and what not. */
export interface Verdict {
  readonly probe: string;
  readonly candidate: string;
  readonly text: string;
}

/** One for each probe and candidate that has something to say, in the order of the rows. */
export function verdicts(rows: readonly SummaryRow[]): readonly Verdict[] {
  return groupRows(rows)
    .map((group) => ({ probe: group.probe, candidate: group.candidate, text: verdictOf(group) }))
    .filter(({ text }) => text !== "");
}

/** In plain sentences; empty for a probe or rows that have none. */
export function verdictOf(group: RowGroup): string {
  switch (group.probe) {
    case "matched":
      return matchedVerdict(group);
    case "recovery":
      return recoveryVerdict(group);
    case "support":
      return supportVerdict(group);
    default:
      return "";
  }
}

/** A p-value at or below this is called clear. */
const LEVEL = 0.05;
/** Mean covered mass below this makes the exact numbers a matter of the replies they leave out. */
const FULL_COVERAGE = 0.95;

function matchedVerdict(group: RowGroup): string {
  const exact = group.find("all", "exact_difference");
  const row = exact ?? group.find("all", "mean_difference");
  if (row === undefined || row.estimate === null) return "";
  const { baseline, candidate } = group;
  const measured = `the ${exact === undefined ? "mean" : "exact"} difference is ${numbersOf(row)}`;
  const side = sideOf(row);
  const isEqual = group.find("all", "exact_tie_share")?.estimate === 1;
  const first = isEqual
    ? `${candidate} chooses next actions as good as those of ${baseline} at every state: ${measured}.`
    : side === 0
      ? `These numbers do not tell whether ${candidate} chooses better next actions than ${baseline} at the same states: ${measured}.`
      : `At the same states ${candidate} chooses ${side > 0 ? "better" : "worse"} next actions than ${baseline}: ${measured}.`;
  const isExact = exact !== undefined;
  return [first, placeboSentence(group), purchaseSentence(group, isExact), isExact ? coverageSentence(group) : ""]
    .filter(Boolean)
    .join(" ");
}

function recoveryVerdict(group: RowGroup): string {
  const isExact = group.find("contrast", "exact_difference") !== undefined;
  const metric = isExact ? "exact_difference" : "mean_difference";
  const [error, parent, contrast] = ["kind=error", "kind=parent", "contrast"].map((slice) => group.find(slice, metric));
  if (error?.estimate == null || parent?.estimate == null || contrast?.estimate == null) return "";
  const [after, before] = [error.estimate, parent.estimate].map(difference);
  const side = sideOf(contrast);
  const change = `the ${isExact ? "exact" : "mean"} difference is ${after} there and ${before} at their parents, a contrast of ${numbersOf(contrast)}`;
  const lead = `${group.candidate}'s lead over ${group.baseline}`;
  if (side === 0) return `These numbers do not tell whether a wrong action changes ${lead}: ${change}.`;
  return `After a wrong action ${lead} is ${side > 0 ? "larger" : "smaller"}: ${change}.`;
}

/** Of two runs side by side: whether the candidate's lead over its baseline is another one in B than in A. */
export function changeVerdict(group: RowGroup): string {
  const isExact = group.find("change", "exact_difference") !== undefined;
  const change = group.find("change", isExact ? "exact_difference" : "mean_difference");
  if (change?.estimate == null) return "";
  const side = sideOf(change);
  const measured = `the ${isExact ? "exact" : "mean"} difference changes by ${numbersOf(change)}`;
  if (side === 0) return `These numbers do not tell A and B apart: ${measured}.`;
  return `The lead over the baseline is ${side > 0 ? "larger" : "smaller"} in B: ${measured}.`;
}

function supportVerdict(group: RowGroup): string {
  const { baseline, candidate } = group;
  const [won, lost] = [true, false].map((success) => group.find(`source=${candidate},success=${success}`, "log_ratio"));
  if (won?.estimate == null) return "";
  const successful = `${candidate}'s successful trajectories are ${likelier(won)} under ${candidate} than under ${baseline}: log ratio ${numbersOf(won)}`;
  if (lost?.estimate == null) return `${successful}.`;
  const isApart = (lost.ci_high ?? Infinity) < (won.ci_low ?? -Infinity);
  const isBelow = (won.ci_high ?? Infinity) < (lost.ci_low ?? -Infinity);
  const place = isApart ? "clearly above" : isBelow ? "clearly below" : "not clearly apart from";
  return `${successful}, ${place} that of its failed ones, ${numbersOf(lost)}.`;
}

function likelier(row: SummaryRow): string {
  const side = sideOf(row);
  return side > 0 ? "more likely" : side < 0 ? "less likely" : "not clearly more likely";
}

/** 1 or −1 where the interval is clear of zero on that side and the test, where there is one, agrees; else 0. */
function sideOf({ ci_low: low, ci_high: high, p_value: p }: SummaryRow): -1 | 0 | 1 {
  if (low === null || high === null || (p !== null && p > LEVEL)) return 0;
  return low > 0 ? 1 : high < 0 ? -1 : 0;
}

/** `+0.044 [+0.036,+0.053], sign-flip p < 0.001`. */
function numbersOf({ estimate, ci_low: low, ci_high: high, test, p_value: p }: SummaryRow): string {
  const interval = low === null || high === null ? " without an interval" : ` [${difference(low)},${difference(high)}]`;
  return `${difference(estimate ?? 0)}${interval}${p === null ? "" : `, ${test} p ${probability(p)}`}`;
}

function placeboSentence(group: RowGroup): string {
  const row = group.find("all", "win_share");
  const placebo = group.find("all", "placebo_win_share")?.estimate ?? null;
  if (row === undefined || row.estimate === null) return "";
  const share = `The win share of ${percent(row.estimate)} %`;
  if (placebo === null) return `${share} has no placebo.`;
  const beside = `${percent(placebo)} % of its placebo`;
  const test = row.p_value === null ? "" : ` (relabel p ${probability(row.p_value)})`;
  if (row.p_value !== null && row.p_value > LEVEL) {
    const draws = row.samples === 1 ? "1 draw" : `${row.samples} draws`;
    return `${share} is not distinguishable from the ${beside} at ${draws} a state${test}.`;
  }
  const gap = `${percent(Math.abs(row.estimate - placebo))} points ${row.estimate < placebo ? "below" : "above"}`;
  return `${share} is ${gap} the ${beside}${test}${curveClause(group, row)}.`;
}

/** A change of the win share between half of the draws and all of them that is worth saying. */
const CHANGE = 0.01;

function curveClause({ slices, find }: RowGroup, { samples, estimate }: SummaryRow): string {
  const fewer = slices
    .map((slice) => (slice.startsWith("k=") ? Number(slice.slice(2)) : 0))
    .filter((k) => k > 0 && k < (samples ?? 0));
  const k = Math.max(...fewer);
  const before = find(`k=${k}`, "win_share")?.estimate ?? null;
  if (before === null || estimate === null || Math.abs(estimate - before) < CHANGE) return "";
  return ` and depends on the number of draws: ${percent(before)} % at ${k}, ${percent(estimate)} % at ${samples}`;
}

/** What smaller difference would have been found, and what narrows the interval. */
function purchaseSentence(group: RowGroup, isExact: boolean): string {
  const detectable = group.find("all", `${isExact ? "exact_" : ""}minimum_detectable_effect`)?.estimate ?? null;
  if (detectable === null || Number(plain(detectable)) === 0) return "";
  const found = `A true difference of ${plain(detectable)} would be found four times in five`;
  const further = group.find("all", "states_to_halve")?.estimate ?? null;
  if (further === null) return `${found}.`;
  const states = `${further} further states of such trajectories`;
  if (isExact) return `${found}; halving the interval takes ${states}.`;
  const draws = group.find("all", "samples_to_halve")?.estimate ?? null;
  const alternative = draws === null ? "; no number of draws does it" : `, or ${draws} draws a state`;
  return `${found}; halving the interval takes ${states}${alternative}.`;
}

function coverageSentence(group: RowGroup): string {
  const covered = group.find("all", "covered_mass")?.estimate ?? 1;
  if (covered >= FULL_COVERAGE) return "";
  return `Exact numbers speak of ${percent(covered)} % of the replies: the rest is none of the enumerated ones.`;
}
