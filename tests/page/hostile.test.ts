import { readdirSync, readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stateFragment } from "../../src/page/fragment.js";
import { launch, noBrowser, openReport, unfold, writeReport } from "./browser.js";
import { hostileIds, hostileReport, LONG_LINE } from "./hostile-data.js";

describe("the page's source", () => {
  it("never reads text as markup or as a program", () => {
    for (const name of readdirSync("src/page").filter((one) => one.endsWith(".ts"))) {
      const text = readFileSync(`src/page/${name}`, "utf8");
      expect(text, name).not.toMatch(
        /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment/,
      );
      expect(text, name).not.toMatch(/\beval\(|new Function|setTimeout\(|\bfetch\(|XMLHttpRequest|import\(/);
    }
  });
});

describe.skipIf(noBrowser !== null)(`hostile text${noBrowser === null ? "" : ` (${noBrowser})`}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it.each(hostileIds)("is inert at state %j", async (id) => {
    const data = hostileReport();
    const run = data.runs[0]?.name ?? "";
    const { page, trouble } = await openReport(browser, writeReport(data).url, {}, stateFragment({ run, id }));
    await unfold(page);
    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
    expect(await page.evaluate(() => document.querySelectorAll("script").length)).toBe(2);
    expect(
      await page.evaluate(() => document.querySelectorAll("img, iframe, object, embed, base, svg[onload]").length),
    ).toBe(0);
    expect(
      await page.locator("a").evaluateAll((all) => all.filter((a) => !a.getAttribute("href")?.startsWith("#")).length),
    ).toBe(0);
    expect(
      await page.evaluate(() =>
        [...document.querySelectorAll("*")]
          .flatMap((one) => one.getAttributeNames())
          .filter((name) => name.startsWith("on")),
      ),
    ).toEqual([]);
    expect(await page.locator(".detail h3").textContent()).toBe(id.replace("\u202e", "⟨U+202E⟩"));
    expect(trouble).toEqual([]);
    await page.close();
  });

  it("shows unseen and turning characters by name, and no such character at all", async () => {
    const { page } = await openReport(browser, writeReport(hostileReport()).url);
    const said = await page.locator(".actions").textContent();
    for (const name of ["202E", "2066", "200B", "2028", "2029", "0000", "0007", "001B", "D800", "200D"]) {
      expect(said).toContain(`⟨U+${name}⟩`);
    }
    const seen = await page.evaluate(() => document.body.cloneNode(true).textContent ?? "");
    const data = (await page.locator("#report-data").textContent()) ?? "";
    const script = await page.evaluate(() => document.querySelectorAll("script")[1]?.textContent ?? "");
    const own = seen.replace(data, "").replace(script, "");
    expect(own).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\u2028\u2029]/);
    expect(own).toContain("<script>window.hacked=1</script>");
    await page.close();
  });

  it("cuts a very long text and shows all of it when asked", async () => {
    const { page } = await openReport(browser, writeReport(hostileReport()).url, {
      viewport: { width: 360, height: 740 },
    });
    const long = page.locator(".saw .message-text", { hasText: "xxxxxxxxxx" });
    expect((await long.textContent())?.length).toBeLessThan(5000);
    await long.getByRole("button", { name: "show all 100,000 characters" }).click();
    expect(await long.locator("bdi").textContent()).toBe(LONG_LINE);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.close();
  });
});
