import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "../core/fault.js";
import type { RunReport } from "../report/report-data.js";
import { reportHtml } from "../report/report-html.js";
import { packageFolder } from "./package.js";
import { writeWholeText } from "./whole-file.js";

/** Name of the report in a run's folder. */
export const REPORT = "report.html";

/** Writes a report of these runs, side by side. */
export function writeReport(file: string, runs: readonly RunReport[]): void {
  const page = (name: string): string => {
    const path = join(packageFolder, "dist", "page", name);
    if (!existsSync(path)) throw new Fault({ where: path, expected: "the built page (npm run build)", got: "none" });
    return readFileSync(path, "utf8");
  };
  writeWholeText(file, reportHtml({ schema: 1, runs }, { script: page("page.js"), style: page("page.css") }));
}
