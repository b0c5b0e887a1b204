import type { SummaryRow } from "../core/rows.js";
import { comparisonLines } from "./comparison-lines.js";
import { plain, withInterval } from "./number-text.js";
import { groupRows, type RowGroup } from "./row-index.js";
import { logRatioLines, nllLines } from "./support-lines.js";
import { grid, wrap } from "./text-layout.js";
import { verdictOf } from "./verdict.js";

/** What the run was asked, for the header line. */
export interface Asked {
  readonly task: string;
  readonly baseline: string;
  readonly candidates: readonly string[];
  /** Actions drawn per state and policy; null where none were. */
  readonly samples: number | null;
  readonly states: number;
  readonly trajectories: number;
}

/** The rows of summary.csv as the terminal shows them: at most 100 columns, a section for each probe, ends in a newline. */
export function table(rows: readonly SummaryRow[], asked: Asked, colour: boolean): string {
  const sections = groupRows(rows).map((group) => {
    const [title = "", ...rest] = sectionLines(group);
    return [...wrap(title).map((line) => (colour ? `\u001b[1m${line}\u001b[22m` : line)), ...rest].join("\n");
  });
  return `${[wrap(headerText(asked)).join("\n"), ...sections].join("\n\n")}\n`;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function headerText({ task, baseline, candidates, samples, states, trajectories }: Asked): string {
  const drawn = samples === null ? "no actions drawn" : `K = ${counted(samples, "action")} drawn a state`;
  const visited = `${counted(states, "state")} of ${counted(trajectories, "trajectory", "trajectories")}`;
  return `${task}: ${candidates.join(", ")} against ${baseline}, ${drawn}, ${visited}`;
}

function sectionLines(group: RowGroup): readonly string[] {
  const verdict = verdictOf(group);
  return [...numberLines(group), ...(verdict === "" ? [] : wrap(verdict))];
}

function numberLines(group: RowGroup): readonly string[] {
  const pair = `${group.candidate} against ${group.baseline}`;
  switch (group.probe) {
    case "matched":
      return [`matched: ${pair} at saved states`, ...comparisonLines(group)];
    case "recovery":
      return [
        `recovery: ${pair} after an injected wrong action; contrast is error − parent`,
        ...comparisonLines(group),
      ];
    case "support":
      return supportSection(group);
    default:
      return [`${group.probe}${group.candidate === "" ? "" : `: ${pair}`}`, ...plainLines(group)];
  }
}

function supportSection(group: RowGroup): readonly string[] {
  const nll = nllLines(group);
  const ratio = logRatioLines(group);
  const title =
    ratio.length === 0
      ? "support: saved actions"
      : `support: log ratio is log ${group.candidate} − log ${group.baseline}`;
  return [title, ...nll, ...(nll.length > 0 && ratio.length > 0 ? [""] : []), ...ratio];
}

/** One line a number, for a probe that has no layout of its own. */
function plainLines(group: RowGroup): readonly string[] {
  const body = group.rows.map((row) => [row.slice, row.metric, String(row.states), withInterval(row, plain)]);
  return grid(["slice", "metric", "states", "estimate [95 % interval]"], body, 2);
}
