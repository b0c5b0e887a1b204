import type { SummaryRow } from "../core/rows.js";
import { RELABEL_ROUNDS } from "../stats/relabel.js";
import { difference, type NumberText, percent, plain, points, probability, withInterval } from "./number-text.js";
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

/** A p-value at or below this is called clear: each sentence rests on one test, chosen before; slices have q-values. */
const LEVEL = 0.05;
/** The smallest p that relabelling can give. */
const RELABEL_FLOOR = 2 / (RELABEL_ROUNDS + 1);
/** Mean covered mass below this makes the exact numbers a matter of the replies they leave out. */
const FULL_COVERAGE = 0.95;

function matchedVerdict(group: RowGroup): string {
  const exact = group.find("all", "exact_difference");
  const isExact = exact?.estimate != null;
  const row = isExact ? exact : group.find("all", "mean_difference");
  if (row === undefined) return "";
  const { baseline, candidate } = group;
  if (row.estimate === null) return `No state has an answer: nothing can be said of ${candidate} against ${baseline}.`;
  const measured = `the ${isExact ? "exact" : "mean"} difference is ${numbersOf(row)}`;
  const side = sideOf(row);
  const isEqual = group.find("all", "exact_tie_share")?.estimate === 1;
  const first = isEqual
    ? `${candidate} chooses next actions as good as those of ${baseline} at every state: ${measured}.`
    : side === 0
      ? `These numbers do not tell whether ${candidate} chooses better next actions than ${baseline} at the same states: ${measured}.`
      : `At the same states ${candidate} chooses ${side > 0 ? "better" : "worse"} next actions than ${baseline} on average: ${measured}.`;
  return [
    first,
    winShareSentence(group, isEqual ? "equal" : side === 0 ? "untold" : "better"),
    isEqual ? "" : purchaseSentence(group, isExact),
    isExact ? coverageSentence(group) : "",
  ]
    .filter(Boolean)
    .join(" ");
}

function recoveryVerdict(group: RowGroup): string {
  const isExact = group.find("contrast", "exact_difference")?.estimate != null;
  const metric = isExact ? "exact_difference" : "mean_difference";
  const [error, parent, contrast] = ["kind=error", "kind=parent", "contrast"].map((slice) => group.find(slice, metric));
  if (error?.estimate == null || parent?.estimate == null || contrast?.estimate == null) return "";
  const [after, before] = [error.estimate, parent.estimate].map(difference);
  const side = sideOf(contrast);
  const subject = `the ${isExact ? "exact" : "mean"} difference of ${group.candidate} over ${group.baseline}`;
  const change = `${after} there and ${before} at their parents, a contrast of ${numbersOf(contrast)}`;
  if (isZero(contrast)) return `A wrong action does not change ${subject}: it is ${after} there and at their parents.`;
  if (side === 0) return `These numbers do not tell whether a wrong action changes ${subject}: it is ${change}.`;
  const first = `After a wrong action ${subject} is ${side > 0 ? "larger" : "smaller"}: ${change}.`;
  const shares = group.find("contrast", "half_tie_share");
  if (shares?.estimate == null || sideOf(shares) !== -side) return first;
  const isGain = error.estimate > 0 && parent.estimate > 0;
  const meaning = isGain ? `: gains are ${side > 0 ? "larger, not more frequent" : "smaller, not rarer"}` : "";
  return `${first} The half-tie share goes the other way, ${numbersOf(shares, points)} points${meaning}.`;
}

/** Of two runs side by side: whether the candidate's difference to its baseline is another one in B than in A. */
export function changeVerdict(group: RowGroup): string {
  const isExact = group.find("change", "exact_difference")?.estimate != null;
  const metric = isExact ? "exact_difference" : "mean_difference";
  const [a, b, change] = ["run=A", "run=B", "change"].map((slice) => group.find(slice, metric));
  if (a?.estimate == null || b?.estimate == null || change?.estimate == null) return "";
  const side = sideOf(change);
  const subject = `the ${isExact ? "exact" : "mean"} difference to the baseline`;
  const measured = `${subject} is ${difference(b.estimate)} in B and ${difference(a.estimate)} in A, a change of ${numbersOf(change)}`;
  if (isZero(change)) return `In A and B ${subject} is the same, ${difference(a.estimate)}.`;
  if (side === 0) return `These numbers do not tell A and B apart: ${measured}.`;
  return `In B the candidate stands ${side > 0 ? "better" : "worse"} against its baseline than in A: ${measured}.`;
}

function supportVerdict({ baseline, candidate, find }: RowGroup): string {
  const rowOf = (source: string, success: boolean): SummaryRow | undefined => {
    const row = find(`source=${source},success=${success}`, "log_ratio");
    return row?.estimate == null ? undefined : row;
  };
  const [won, lost, rival] = [rowOf(candidate, true), rowOf(candidate, false), rowOf(baseline, true)];
  if (won === undefined) return "";
  const others = [
    ...(lost === undefined ? [] : [`its failed ones ${numbersOf(lost)}`]),
    ...(rival === undefined ? [] : [`successful ones of ${baseline} ${numbersOf(rival)}`]),
  ];
  const beside = others.length === 0 ? "" : ` (${others.join("; ")})`;
  const isOwn = (won.estimate ?? 0) > 0 && (rival?.estimate ?? -1) < 0;
  const caveat = isOwn
    ? `Each policy finds its own actions likelier: that alone puts ${candidate}'s above zero and ${baseline}'s below.`
    : "A policy finds its own actions likelier, which is not so here: were these trajectories made by these policies?";
  return `Successful trajectories of ${candidate} have a log ratio of ${numbersOf(won)}${beside}. ${caveat}`;
}

/** 1 or −1 where the interval is clear of zero on that side and the test, where there is one, agrees; else 0. */
function sideOf({ ci_low: low, ci_high: high, p_value: p }: SummaryRow): -1 | 0 | 1 {
  if (low === null || high === null || (p !== null && p > LEVEL)) return 0;
  return low > 0 ? 1 : high < 0 ? -1 : 0;
}

/** Whether nothing differs, in no cluster. */
function isZero({ estimate, ci_low: low, ci_high: high }: SummaryRow): boolean {
  return estimate === 0 && low === 0 && high === 0;
}

/** `+0.044 [+0.036,+0.053], sign-flip p < 0.001`. */
function numbersOf(row: SummaryRow, print: NumberText = difference): string {
  const { estimate, ci_low: low, ci_high: high, test, p_value: p } = row;
  const interval = low === null || high === null ? " without an interval" : ` [${print(low)},${print(high)}]`;
  return `${print(estimate ?? 0)}${interval}${p === null ? "" : `, ${test} p ${probability(p)}`}`;
}

/** @param found what the sentence before says: who is better, nothing, or that no one is */
function winShareSentence(group: RowGroup, found: "better" | "untold" | "equal"): string {
  const row = group.find("all", "win_share");
  if (row === undefined || row.estimate === null) return "";
  const placebo = group.find("all", "placebo_win_share")?.estimate ?? null;
  const beside = [
    ...(placebo === null ? [] : [`its placebo is ${percent(placebo)} %`]),
    ...fewerDraws(group, row),
  ].join(", ");
  const more = beside === "" ? "" : `; ${beside}`;
  const shuffled = group.find("all", "relabelled_win_share");
  const share = `The win share of ${percent(row.estimate)} %`;
  if (row.p_value === null || shuffled === undefined) return `${share} is not tested${more}.`;
  const given = `what shuffled labels give, ${withInterval(shuffled, percent)} %`;
  const p = row.p_value <= RELABEL_FLOOR ? `≤ ${RELABEL_FLOOR}` : probability(row.p_value);
  const test = `relabel p ${p}`;
  if (row.p_value <= LEVEL) {
    const differ = {
      better: ": the policies differ",
      untold: ": the policies differ, not clearly in mean quality",
      equal: ", by chance: in exact quality every state is a tie",
    }[found];
    return `${share} lies outside ${given} (${test})${differ}${more}.`;
  }
  const draws = row.samples === 1 ? "1 draw" : `${row.samples} draws`;
  return `${share} is not distinguishable from ${given}, at ${draws} a state (${test})${more}.`;
}

/** The win share at the most draws that are at most half of all. */
function fewerDraws({ slices, find }: RowGroup, { samples }: SummaryRow): readonly string[] {
  const sizes = slices.map((slice) => (slice.startsWith("k=") ? Number(slice.slice(2)) : 0));
  const k = Math.max(0, ...sizes.filter((size) => size <= (samples ?? 0) / 2));
  const share = find(`k=${k}`, "win_share")?.estimate ?? null;
  return share === null ? [] : [`at ${k === 1 ? "1 draw" : `${k} draws`} it is ${percent(share)} %`];
}

/** What smaller difference would have been found, and what narrows the interval. */
function purchaseSentence(group: RowGroup, isExact: boolean): string {
  const row = group.find("all", isExact ? "exact_difference" : "mean_difference");
  const detectable = group.find("all", `${isExact ? "exact_" : ""}minimum_detectable_effect`)?.estimate ?? null;
  if (detectable === null || Number(plain(detectable)) === 0) return "";
  const found = `A true difference of ${plain(detectable)} would be found four times in five`;
  const further = group.find("all", "states_to_halve")?.estimate ?? null;
  if (further === null) return `${found}.`;
  const clusters = row?.method.endsWith("-instance") ? "instances" : "trajectories";
  const states = `three times as many ${clusters} again`;
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
