import type { ReportData } from "../report/report-data.js";

/** The data block that `reportHtml` wrote into this page. */
export function readData(): ReportData {
  const block = document.getElementById("report-data");
  if (block === null) throw new Error("The page has no element #report-data");
  return JSON.parse(block.textContent ?? "") as ReportData;
}
