import type { RunReport } from "../report/report-data.js";
import { element } from "./element.js";
import { inertText } from "./inert-text.js";

/** What the manifests say of how the runs were made. */
export function factsSection(runs: readonly RunReport[]): HTMLElement {
  return element(
    "section",
    { id: "facts", "aria-labelledby": "facts-title", tabindex: "-1" },
    element("h2", { id: "facts-title" }, "How it was made"),
    ...runs.flatMap((run) => [
      runs.length > 1 ? element("h3", {}, inertText(run.name)) : null,
      element(
        "dl",
        { class: "facts" },
        ...[{ name: "quality", value: run.quality }, ...run.facts].map(({ name, value }) =>
          element("div", {}, element("dt", {}, inertText(name)), element("dd", {}, inertText(value))),
        ),
      ),
    ]),
  );
}
