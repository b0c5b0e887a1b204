import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ReportData } from "../../src/report/report-data.js";
import { reportHtml } from "../../src/report/report-html.js";

const page = { script: "console.log('<b>')", style: "p { color: red }" };

function named(...names: readonly string[]): ReportData {
  const run = {
    task: "toy",
    baseline: "base",
    candidates: [],
    samples: null,
    quality: "",
    facts: [],
    summary: [],
    verdicts: [],
    notices: [],
    points: { shown: [], total: 0 },
    nll: [],
    explorer: { shown: [], total: 0 },
    policies: ["base"],
  };
  return { schema: 1, runs: names.map((name) => ({ ...run, name })) };
}

function dataOf(html: string): unknown {
  return JSON.parse(/<script type="application\/json" id="report-data">(.*?)<\/script>/s.exec(html)?.[1] ?? "");
}

describe("the report's file", () => {
  it("says task and runs in its title", () => {
    expect(reportHtml(named("a", "b"), page)).toContain("<title>toy: a, b · Matched-State</title>");
    expect(reportHtml(named("<a>&\u202e"), page)).toContain("<title>toy: &lt;a&gt;&amp;\ufffd · Matched-State</title>");
  });

  it("carries the data whole, in a block in which no markup can begin", () => {
    const name = "</script><!--<script>\u2028\u2029\u0000\ud800\"'\\";
    const html = reportHtml(named(name), page);
    expect(dataOf(html)).toEqual(named(name));
    expect(html.match(/<\/?script/g)).toHaveLength(4);
    expect(html).not.toContain("<!--");
  });

  it("lets run and style only what it holds, by hash, and loads nothing", () => {
    const html = reportHtml(named("a"), page);
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? "";
    const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    const script = /<script>([\s\S]*?)<\/script>\n<\/body>/.exec(html)?.[1] ?? "";
    expect(script).toMatch(/Mike Bostock.*ISC License/s);
    expect(script.endsWith(page.script)).toBe(true);
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      `script-src ${hash(script)}`,
      `style-src ${hash(page.style)}`,
      "img-src data:",
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    expect(html.replace(/href="data:,"/, "")).not.toMatch(/\b(src|href)=/);
  });

  it("refuses a page whose script or style would end its element", () => {
    expect(() => reportHtml(named("a"), { ...page, script: "'</SCRIPT>'" })).toThrow(/script/);
    expect(() => reportHtml(named("a"), { ...page, style: "</style>" })).toThrow(/style/);
  });
});
