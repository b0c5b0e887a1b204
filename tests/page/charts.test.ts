import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch, noBrowser, openReport, unfold, writeReport } from "./browser.js";
import { sampleReport, sampleRun } from "./sample-data.js";

const CHARTS = ["outcomes", "stages", "turns", "k-curve", "quality", "nll", "log-ratio"];

describe.skipIf(noBrowser !== null)(`charts of the report${noBrowser === null ? "" : ` (${noBrowser})`}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it("opens from a file, asks for nothing else and says nothing on the console", async () => {
    const { page, trouble } = await openReport(browser, writeReport(sampleReport()).url);
    expect(page.url()).toMatch(/^file:/);
    expect(await page.title()).toBe("frozenlake: run-1 · Matched-State");
    expect(await page.locator(".verdict-text").allInnerTexts()).toEqual(["rl is better than base."]);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it("draws every chart, with a caption that names the interval and a table of its numbers", async () => {
    const { page, trouble } = await openReport(browser, writeReport(sampleReport()).url);
    expect(await page.locator("figure.chart").evaluateAll((all) => all.map((one) => one.id))).toEqual(CHARTS);
    await unfold(page);
    for (const id of CHARTS) {
      const figure = page.locator(`figure#${id}`);
      expect(await figure.locator("svg").count(), id).toBeGreaterThan(0);
      expect(await figure.locator(".missing").count(), id).toBe(0);
      expect((await figure.locator("figcaption").textContent())?.length, id).toBeGreaterThan(100);
      expect(await figure.locator("tbody tr").count(), id).toBeGreaterThan(1);
      expect(await figure.getByRole(id === "quality" ? "application" : "img").count(), id).toBeGreaterThan(0);
    }
    expect(await page.locator("#outcomes svg").innerHTML()).toContain("paper: 42.8 %");
    const paper =
      'what "What Does Multi-Turn Reinforcement Learning Really Improve in LLM Agents?" (2026) prints for its own ' +
      "models: not this pair";
    expect(await page.locator("#outcomes .legend").textContent()).toContain(`paper: ${paper}`);
    expect(await page.locator("#summary .asked").textContent()).toContain(`Paper is ${paper}.`);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it("draws the shares where they belong: a win share of 50 % ends in the middle of the axis", async () => {
    const { page } = await openReport(browser, writeReport(sampleReport()).url);
    const bars = await page.locator("#outcomes svg g[data-mark=bar] rect").evaluateAll((all) =>
      all.map((bar) => ({
        x: Number(bar.getAttribute("x")),
        width: Number(bar.getAttribute("width")),
        fill: bar.getAttribute("fill") ?? bar.parentElement?.getAttribute("fill"),
      })),
    );
    // All, three stages, parents, errors, three stages of them.
    const rows = 9;
    expect(bars).toHaveLength(3 * rows);
    const widthOf = (fill: string): number => bars.find((bar) => bar.fill === fill)?.width ?? 0;
    const whole = widthOf("var(--win)") + widthOf("var(--tie)") + widthOf("var(--loss)");
    expect(widthOf("var(--win)") / whole).toBeCloseTo(0.5, 2);
    expect(widthOf("var(--tie)") / whole).toBeCloseTo(0.2, 2);
    await page.close();
  });

  it("says in place of a chart which probe was not run", async () => {
    const { page, trouble } = await openReport(
      browser,
      writeReport(sampleReport(sampleRun({ probes: ["support"] }))).url,
    );
    expect(await missing(page)).toEqual({
      outcomes: ["The matched probe was not run."],
      stages: ["The matched probe was not run."],
      turns: ["The matched probe was not run."],
      "k-curve": ["The matched probe was not run.", "The recovery probe was not run."],
      quality: ["The matched probe was not run.", "The recovery probe was not run."],
      nll: [],
      "log-ratio": [],
    });
    expect(await page.locator("#nll svg, #log-ratio svg").count()).toBe(2);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it("says beside charts of saved states that recovery was not run", async () => {
    const { page } = await openReport(browser, writeReport(sampleReport(sampleRun({ probes: ["matched"] }))).url);
    expect(await page.locator("#outcomes .note").textContent()).toBe("The recovery probe was not run.");
    expect((await missing(page))["nll"]).toEqual(["The support probe was not run."]);
    await page.close();
  });

  it("puts runs side by side on a wide screen, one above the other on a narrow one, on the same scale", async () => {
    const report = writeReport(
      sampleReport(sampleRun({ name: "one" }), sampleRun({ name: "two", candidates: ["rl", "rl2"] })),
    );
    const { page, trouble } = await openReport(browser, report.url, { viewport: { width: 1920, height: 1080 } });
    const lefts = (): Promise<number[]> =>
      page.locator("#turns .panel").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
    expect(await page.locator("#turns .panel h4").allInnerTexts()).toEqual([
      "one",
      "two: rl against base",
      "two: rl2 against base",
    ]);
    expect(new Set(await lefts()).size).toBe(3);
    const ticks = await page
      .locator("#turns svg")
      .evaluateAll((all) => all.map((svg) => svg.querySelector("g[data-mark='y-axis tick label']")?.textContent));
    expect(new Set(ticks).size).toBe(1);
    await page.setViewportSize({ width: 700, height: 900 });
    expect(new Set(await lefts()).size).toBe(1);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it("says how many points of how many are drawn where they are a sample", async () => {
    const run = sampleRun();
    const data = sampleReport({
      ...run,
      points: { ...run.points, total: 5000 },
      explorer: { ...run.explorer, total: 3000 },
    });
    const { page } = await openReport(browser, writeReport(data).url);
    expect(await page.locator("#quality figcaption").textContent()).toContain("10 of 5,000 points are shown");
    expect(await page.locator("#explorer").textContent()).toContain("10 of 3,000 states are here");
    await page.close();
  });
});

async function missing(page: Page): Promise<Record<string, string[]>> {
  const found = await page
    .locator("figure.chart")
    .evaluateAll((all) =>
      all.map((one) => [one.id, [...one.querySelectorAll(".missing")].map((said) => said.textContent ?? "")]),
    );
  return Object.fromEntries(found);
}
