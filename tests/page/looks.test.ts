import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type Axe from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch, noBrowser, openReport, unfold, writeReport } from "./browser.js";
import { sampleReport, sampleRun } from "./sample-data.js";

/** A folder to put a picture of every view into, to be looked at. */
const pictures = process.env["SCREENSHOTS"];
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core"), "utf8");

const VIEWS: readonly (readonly [name: string, options: BrowserContextOptions])[] = [
  ["light", { colorScheme: "light", viewport: { width: 1280, height: 900 } }],
  ["dark", { colorScheme: "dark", viewport: { width: 1280, height: 900 } }],
  ["phone", { colorScheme: "light", viewport: { width: 360, height: 740 } }],
  ["dark-phone", { colorScheme: "dark", viewport: { width: 360, height: 740 } }],
  ["projector", { colorScheme: "light", viewport: { width: 1920, height: 1080 } }],
];

/** Views in which a report of several runs and candidates is checked too. */
const BOTH = ["light", "dark-phone"];

describe.skipIf(noBrowser !== null)(`looks of the report${noBrowser === null ? "" : ` (${noBrowser})`}`, () => {
  let browser: Browser;
  const one = noBrowser === null ? writeReport(sampleReport()).url : "";
  const many =
    noBrowser === null
      ? writeReport(
          sampleReport(
            sampleRun({ name: "one" }),
            sampleRun({ name: "two", candidates: ["rl", "rl2"], probes: ["matched"] }),
          ),
        ).url
      : "";
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it.each(VIEWS)("has no serious finding of axe and no sideways scroll: %s", async (name, options) => {
    for (const [which, url] of [["one", one] as const, ...(BOTH.includes(name) ? [["many", many] as const] : [])]) {
      const { page, trouble } = await openReport(browser, url, options);
      await unfold(page);
      await page.locator(".row").nth(1).click();
      expect(await findings(page), which).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        options.viewport?.width ?? 0,
      );
      expect(trouble).toEqual([]);
      if (pictures !== undefined) {
        mkdirSync(pictures, { recursive: true });
        await page.screenshot({ path: join(pictures, `${which}-${name}.png`), fullPage: true });
      }
      await page.close();
    }
  });

  it.each([360, 1280])("is as wide as the window, with policies of 100 characters: %i px", async (width) => {
    const long = { candidates: [`rl-${"x".repeat(97)}`, `rl-${"y".repeat(97)}`], name: "z".repeat(100) };
    const url = writeReport(sampleReport(sampleRun(long), sampleRun({ name: "two" }))).url;
    const { page } = await openReport(browser, url, { viewport: { width, height: 900 } });
    await unfold(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    const beyond = await page.evaluate((right) => {
      const isCut = (one: Element): boolean => one.closest(".scroll, .row, .unseen, select, input") !== null;
      return [...document.querySelectorAll("body *")]
        .filter((one) => !isCut(one) && one.getBoundingClientRect().right > right)
        .map((one) => `${one.tagName} ${one.className}`);
    }, width);
    expect(beyond).toEqual([]);
    await page.close();
  });

  it("shows all columns of the headline table at 1280 pixels, with several runs and candidates", async () => {
    const { page } = await openReport(browser, many, { viewport: { width: 1280, height: 900 } });
    const [needed, given] = await page
      .locator("#summary .scroll")
      .evaluate((region) => [region.scrollWidth, region.clientWidth]);
    expect(needed).toBe(given);
    await page.close();
  });

  it("finds what is wrong where something is: the check can fail", async () => {
    const { page } = await openReport(browser, one);
    await page.evaluate(() =>
      document.querySelector("input[type=search]")?.parentElement?.replaceWith(document.createElement("input")),
    );
    expect(await findings(page)).toEqual(["label (critical)"]);
    await page.close();
  });

  it("goes from the system's colours to light to dark by its button", async () => {
    const { page } = await openReport(browser, one, { colorScheme: "dark" });
    const paper = (): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const button = page.getByRole("button", { name: /^Colours/ });
    const dark = await paper();
    await button.click();
    expect(await button.textContent()).toBe("Colours: light");
    expect(await paper()).not.toBe(dark);
    await button.click();
    expect(await button.textContent()).toBe("Colours: dark");
    expect(await paper()).toBe(dark);
    await page.close();
  });

  it("has larger letters on a projector, and draws the charts anew for the width", async () => {
    const { page } = await openReport(browser, one, { viewport: { width: 360, height: 740 } });
    const sizes = (): Promise<number[]> =>
      page.evaluate(() => [
        Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
        Number(document.querySelector("#turns svg")?.getAttribute("width")),
      ]);
    const [small = 0, narrow = 0] = await sizes();
    expect(narrow).toBeLessThanOrEqual(360);
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.waitForFunction(() => Number(document.querySelector("#turns svg")?.getAttribute("width")) > 700);
    const [large = 0] = await sizes();
    expect(large / small).toBe(1.25);
    await page.close();
  });

  it("shows where the keyboard is, and lets it skip to the charts", async () => {
    const { page } = await openReport(browser, one);
    await page.keyboard.press("Tab");
    const outline = (): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to the charts");
    expect(await outline()).not.toBe("none");
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("charts");
    await page.keyboard.press("Tab");
    expect(await outline()).not.toBe("none");
    await page.close();
  });
});

/** Serious and critical findings, as `rule (impact)`. */
async function findings(page: Page): Promise<readonly string[]> {
  // By the debugger's protocol: the page's own policy lets no other script in.
  await page.evaluate(axe);
  const results = await page.evaluate(() =>
    (window as unknown as { axe: typeof Axe }).axe.run({ resultTypes: ["violations"] }),
  );
  return results.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, impact }) => `${id} (${impact})`);
}
