import type { RunReport } from "../report/report-data.js";
import { differingFacts } from "./differing-facts.js";
import { element } from "./element.js";
import { firstClause } from "./first-clause.js";
import { inertText } from "./inert-text.js";
import { count } from "./number-text.js";
import { themeToggle } from "./theme-toggle.js";

/** Title, what was asked, and what the numbers allow one to say: first, in words. */
export function header(runs: readonly RunReport[]): HTMLElement {
  const tasks = [...new Set(runs.map((run) => run.task))].join(", ");
  return element(
    "header",
    {},
    element("div", { class: "masthead" }, element("p", { class: "kicker" }, "Matched-State report"), themeToggle()),
    element("h1", {}, inertText(tasks), ": at the same state, who acts better?"),
    element("div", { class: "run-heads" }, ...runs.map((run) => runHead(run, runs))),
  );
}

function runHead(run: RunReport, runs: readonly RunReport[]): HTMLElement {
  const differing = differingFacts(run, runs);
  return element(
    "section",
    { class: "run-head" },
    runs.length > 1
      ? element("h2", {}, inertText(run.name))
      : element("h2", { class: "unseen" }, "What the numbers say"),
    element("p", { class: "asked" }, inertText(asked(run))),
    differing.length === 0
      ? null
      : element(
          "p",
          { class: "differing" },
          runs.length === 2 ? "Unlike the other: " : "Unlike the others: ",
          inertText(differing.map(({ name, value }) => `${name} ${value}`).join(" · ")),
        ),
    ...run.verdicts.map(({ probe, candidate, text }) =>
      element(
        "div",
        { class: "verdict" },
        element("p", { class: "verdict-of" }, inertText(run.candidates.length > 1 ? `${probe}, ${candidate}` : probe)),
        element("p", { class: "verdict-text" }, inertText(text)),
      ),
    ),
    run.verdicts.length === 0
      ? element("p", { class: "missing" }, "The probes of this run come without a verdict.")
      : null,
    run.notices.length === 0
      ? null
      : element("ul", { class: "notices" }, ...run.notices.map((notice) => element("li", {}, inertText(notice)))),
  );
}

/** Who against whom, by how many draws, where. */
function asked(run: RunReport): string {
  const who = `${run.candidates.join(", ")} against ${run.baseline}`;
  const saved = run.summary.find((row) => row.probe === "matched" && row.slice === "all");
  const error = run.summary.find((row) => row.probe === "recovery" && row.slice === "kind=error");
  const places = [
    saved === undefined ? "" : `${count(saved.states)} saved states of ${count(saved.trajectories)} trajectories`,
    error === undefined ? "" : `${count(error.states)} error states`,
  ].filter((text) => text !== "");
  const drawn = run.samples === null ? "no actions drawn" : `K = ${count(run.samples)} actions drawn of each policy`;
  const where = places.length === 0 ? "" : ` at ${places.join(" and ")}`;
  return `${who}; ${drawn}${where}. Quality: ${firstClause(run.quality)}.`;
}
