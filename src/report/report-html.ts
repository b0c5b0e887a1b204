import { createHash } from "node:crypto";
import { inertJson } from "./inert-json.js";
import type { ReportData } from "./report-data.js";

/** Stands near the beginning of every report, and of no other page. */
export const REPORT_MARK = '<meta name="generator" content="Matched-State">';

/** The page's program and style sheet, as built. */
export interface ReportPage {
  readonly script: string;
  readonly style: string;
}

/**
 * One file that works offline: the page, and the data as a block that nothing runs. The page may run its own script and
 * use its own styles, told by their hashes, and load nothing.
 *
 * @throws Error where the script or the style would end its element early
 */
export function reportHtml(data: ReportData, page: ReportPage): string {
  const { script, style } = page;
  if (/<\/script|<!--/i.test(script)) throw new Error("The page's script holds text that ends a script element");
  if (/<\/style/i.test(style)) throw new Error("The page's style sheet holds text that ends a style element");
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${REPORT_MARK}
<title>${escapeText(titleOf(data))}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<noscript>This report draws its charts with a script of its own; the same numbers are in summary.csv.</noscript>
<script type="application/json" id="report-data">${inertJson(data)}</script>
<script>${script}</script>
</body>
</html>
`;
}

function titleOf({ runs }: ReportData): string {
  const tasks = [...new Set(runs.map((run) => run.task))].join(", ");
  return `${tasks}: ${runs.map((run) => run.name).join(", ")} · Matched-State`;
}

/** Controls and marks of reading order have no place in a title. */
function escapeText(text: string): string {
  const seen = text.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "\ufffd");
  return seen.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
