import type { SummaryRow } from "../core/rows.js";
import { comparisonLines } from "./comparison-lines.js";
import { groupRows, type RowGroup } from "./row-index.js";
import { wrap } from "./text-layout.js";
import { changeVerdict } from "./verdict.js";

/** Two runs, by the names of their folders. */
export interface Compared {
  readonly task: string;
  readonly a: string;
  readonly b: string;
}

const PLACES: Readonly<Record<string, string>> = {
  matched: "at saved states that both visited",
  recovery: "at error states that both visited",
};

/** Lines `A`, `B` and `change` (B − A) for each probe and candidate, then what they allow one to say; ends in a newline. */
export function comparedTable(rows: readonly SummaryRow[], { task, a, b }: Compared): string {
  const sections = groupRows(rows).map((group) => [...sectionOf(group)].join("\n"));
  return `${[`${task}: A is ${a}, B is ${b}; change is B − A`, ...sections].join("\n\n")}\n`;
}

function sectionOf(group: RowGroup): readonly string[] {
  const verdict = changeVerdict(group);
  return [
    `${group.probe}: ${group.candidate} ${PLACES[group.probe] ?? ""}`,
    ...comparisonLines(group),
    ...(verdict === "" ? [] : wrap(verdict)),
  ];
}
