import { createHash } from "node:crypto";
import { inertJson } from "./inert-json.js";
import type { ReportData } from "./report-data.js";

/** The charts' library is part of every report, and its notice with it. */
const LICENCES = `The charts are drawn with Observable Plot (Copyright 2020-2025 Observable, Inc.) and D3 (Copyright 2010-2026 Mike Bostock), ISC License:
Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the above
copyright notice and this permission notice appear in all copies. THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD
TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE
OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`;

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
  const { style } = page;
  const script = `/* ${LICENCES} */\n${page.script}`;
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
