import { difference, percent } from "./number-text.js";
import type { RowGroup } from "./row-index.js";

/**
 * The matched probe in a sentence: whether the difference's interval is clear of zero (exact where actions were
 * enumerated, else of sample means), and where the win share stands against its placebo. Empty without a difference.
 */
export function verdict(group: RowGroup): string {
  const exact = group.find("all", "exact_difference");
  const row = exact ?? group.find("all", "mean_difference");
  if (row === undefined || row.estimate === null) return "";
  const subject = `The ${exact === undefined ? "mean" : "exact"} difference of ${group.candidate} over ${group.baseline}`;
  const sentence = `${subject} is ${difference(row.estimate)} and ${intervalText(row.ci_low, row.ci_high)}`;
  return `${sentence}; ${placeboText(group)}.${exact === undefined ? "" : coverageText(group)}`;
}

/**
 * The recovery probe in a sentence: the difference after the injected error beside that of the same parents, and whether
 * the contrast's interval is clear of zero. Empty without error states.
 */
export function recoveryVerdict(group: RowGroup): string {
  const isExact = group.find("contrast", "exact_difference") !== undefined;
  const metric = isExact ? "exact_difference" : "mean_difference";
  const [error, parent, contrast] = ["kind=error", "kind=parent", "contrast"].map((slice) => group.find(slice, metric));
  if (error?.estimate == null || parent?.estimate == null || contrast?.estimate == null) return "";
  const [after, before, gain] = [error.estimate, parent.estimate, contrast.estimate].map(difference);
  const subject = `The ${isExact ? "exact" : "mean"} difference is ${after} after the error and ${before} at its parents`;
  return `${subject}: the contrast is ${gain} and ${intervalText(contrast.ci_low, contrast.ci_high)}.`;
}

function intervalText(low: number | null, high: number | null): string {
  if (low === null || high === null) return "has no interval";
  if (low > 0) return "its 95 % interval is clear of zero, above it";
  return high < 0 ? "its 95 % interval is clear of zero, below it" : "its 95 % interval holds zero";
}

/** Mean covered mass below this makes the exact numbers a matter of the replies they leave out. */
const FULL_COVERAGE = 0.95;

function coverageText(group: RowGroup): string {
  const covered = group.find("all", "covered_mass")?.estimate ?? 1;
  if (covered >= FULL_COVERAGE) return "";
  return ` Exact numbers speak of ${percent(covered)} % of the replies: the rest is none of the enumerated ones.`;
}

function placeboText(group: RowGroup): string {
  const win = group.find("all", "win_share")?.estimate ?? null;
  const placebo = group.find("all", "placebo_win_share")?.estimate ?? null;
  if (win === null) return "there is no win share";
  if (placebo === null) return `the win share of ${percent(win)} % has no placebo`;
  const gap = percent(Math.abs(win - placebo));
  const place = gap === "0.0" ? "level with" : `${gap} points ${win > placebo ? "above" : "below"}`;
  return `the win share of ${percent(win)} % is ${place} its placebo of ${percent(placebo)} %`;
}
