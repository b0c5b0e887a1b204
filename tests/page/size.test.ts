import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chartsDrawn, launch, noBrowser, openReport, writeReport } from "./browser.js";
import { sampleReport, sampleRun } from "./sample-data.js";

/** Room for a busy machine: the promise is 2 s. */
const BUSY = 3;

describe.skipIf(noBrowser !== null)(`10,000 states${noBrowser === null ? "" : ` (${noBrowser})`}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it("open within 2 s, in a file of at most 15 MB, and the explorer stays quick", async () => {
    const { url, bytes } = writeReport(sampleReport(sampleRun({ trajectories: 2000 })));
    const { page, trouble } = await openReport(browser, url);
    await page.reload();
    const drawnMs = await chartsDrawn(page);
    expect(await page.locator(".found").textContent()).toBe("10,000 states");
    const searchMs = await page.evaluate(async () => {
      const search = document.querySelector<HTMLInputElement>("input[type=search]");
      if (search === null) throw new Error("no search");
      const began = performance.now();
      search.value = "t1999:";
      search.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise(requestAnimationFrame);
      return performance.now() - began;
    });
    expect(await page.locator(".found").textContent()).toBe("5 states");
    expect(await page.locator(".row").count()).toBe(5);
    console.log(
      `10,000 states: ${(bytes / 1e6).toFixed(1)} MB, charts drawn after ${drawnMs.toFixed(0)} ms,`,
      `first search ${searchMs.toFixed(0)} ms`,
    );
    expect(bytes).toBeLessThanOrEqual(15e6);
    expect(drawnMs).toBeLessThan(2000 * BUSY);
    expect(searchMs).toBeLessThan(500 * BUSY);
    expect(trouble).toEqual([]);
    await page.close();
  });
});
