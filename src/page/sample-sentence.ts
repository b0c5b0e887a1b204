import type { RunReport } from "../report/report-data.js";
import { count } from "./number-text.js";
import { visibleText } from "./visible-text.js";

/** How many of a report's states can be looked at. */
export function sampleSentence(runs: readonly RunReport[]): string {
  const sentences = runs.map(({ name, explorer: { shown, total } }) => {
    const of = runs.length > 1 ? ` of ${visibleText(name)}` : "";
    if (shown.length === total) return `All ${count(total)} states${of} are here.`;
    const some = `${count(shown.length)} of ${count(total)} states${of}`;
    return `${some} are here: whole trajectories, drawn at random. The CSVs have all.`;
  });
  return sentences.join(" ");
}
