import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch, noBrowser, openReport, writeReport } from "./browser.js";
import { sampleReport, sampleRun } from "./sample-data.js";

describe.skipIf(noBrowser !== null)(`the head of the report${noBrowser === null ? "" : ` (${noBrowser})`}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it("says under each run's name what sets it apart, and all of its facts at the end", async () => {
    const runs = ["0", "1"].map((seed) => ({
      ...sampleRun({ name: `run ${seed}` }),
      facts: [
        { name: "commit", value: `c${seed}` },
        { name: "task file", value: "the same" },
        { name: "seed", value: seed },
      ],
    }));
    const { page } = await openReport(browser, writeReport(sampleReport(...runs)).url);
    expect(await page.locator(".differing").allTextContents()).toEqual([
      "Unlike the other: seed 0",
      "Unlike the other: seed 1",
    ]);
    expect(await page.locator("#facts dd").allTextContents()).toEqual(
      ["0", "1"].flatMap((seed) => ["the chance of reaching the goal", `c${seed}`, "the same", seed]),
    );
    await page.close();
  });

  it("says the beginning of what quality is, its notices as a list, and all of quality at the end", async () => {
    const quality = "share of the tests passed; programs run in a sandbox: 2 s, 512 MB. No network.";
    const { page } = await openReport(browser, writeReport(sampleReport({ ...sampleRun(), quality })).url);
    expect(await page.locator("header .asked").textContent()).toMatch(/ Quality: share of the tests passed\.$/);
    expect(await page.locator("#facts dd").first().textContent()).toBe(quality);
    expect(await page.locator("header .differing").count()).toBe(0);
    expect(await page.locator("header ul.notices li").allTextContents()).toEqual([
      "46 saved states have no error state: no known action is worse than the best.",
    ]);
    await page.close();
  });
});
