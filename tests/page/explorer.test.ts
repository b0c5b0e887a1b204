import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch, noBrowser, openReport, writeReport } from "./browser.js";
import { sampleReport, sampleRun } from "./sample-data.js";

describe.skipIf(noBrowser !== null)(`the explorer of the report${noBrowser === null ? "" : ` (${noBrowser})`}`, () => {
  let browser: Browser;
  const report = noBrowser === null ? writeReport(sampleReport()) : { url: "" };
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it("shows the state with the highest difference first, its board, program, actions and numbers", async () => {
    const { page } = await openReport(browser, report.url);
    // 0.4 + 0.0001 at turn 0 of the second trajectory.
    await expect.poll(() => opened(page)).toBe("t1:0");
    const board = page.locator(".saw .board");
    expect(await board.getAttribute("aria-label")).toBe(
      "Board, row by row: ice player hole ice; ice ice hole ice; ice ice ice ice; hole ice ice goal",
    );
    expect(await board.locator(".square").count()).toBe(16);
    expect(await page.locator(".saw pre.code").textContent()).toBe("a = input().split()\nprint(*a)");
    expect(await page.locator(".actions tbody tr").allInnerTexts()).toEqual([
      "Right\n\t0.900\t0.000\t1\t3\t0.250\t0.750",
      "Fly\ninvalid\tno such move\t–\t3\t1\t–\t–",
    ]);
    expect(await page.locator(".pair tr").allInnerTexts()).toEqual([
      "\texact\tby 4 draws",
      "Outcome\t▲win\t▲win",
      "Mean quality, base\t0.450\t0.500",
      "Mean quality, rl\t0.850\t0.900",
      "Difference\t+0.400\t+0.400",
      "One draw of the candidate beats one of the baseline\t–\t60.0 %",
    ]);
    await page.close();
  });

  it("opens a state by mouse, and goes back and forth by the browser's buttons", async () => {
    const { page, trouble } = await openReport(browser, report.url);
    await page.locator(".row", { hasText: "t0:2" }).click();
    await expect.poll(() => opened(page)).toBe("t0:2");
    expect(new URL(page.url()).hash).toBe("#run-1/t0%3A2");
    await page.locator(".neighbours a", { hasText: "t0:1" }).click();
    await expect.poll(() => opened(page)).toBe("t0:1");
    await page.goBack();
    await expect.poll(() => opened(page)).toBe("t0:2");
    await page.goForward();
    await expect.poll(() => opened(page)).toBe("t0:1");
    expect(trouble).toEqual([]);
    await page.close();
  });

  it("opens a state by keyboard alone and says which", async () => {
    const { page } = await openReport(browser, report.url);
    await page.keyboard.press("/");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("type"))).toBe("search");
    await page.keyboard.type("T0:");
    expect(await page.locator(".found").textContent()).toBe("5 states");
    await page.locator(".list").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    // Highest first: t0:0 (0.4), t0:1 (0.2), …
    await expect.poll(() => opened(page)).toBe("t0:1");
    await expect.poll(() => page.locator("[role=status].unseen").textContent()).toBe("State t0:1: win");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("listbox");
    const active = await page.locator(".list").getAttribute("aria-activedescendant");
    expect(await page.locator(`#${active}`).getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await expect.poll(() => opened(page)).toBe("t0:3");
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    await expect.poll(() => opened(page)).toBe("t0:0");
    await page.close();
  });

  it("opens a state by its address, and says where it is not", async () => {
    const { page } = await openReport(browser, report.url, {}, "#run-1/t1%3A0!0");
    await expect.poll(() => opened(page)).toBe("t1:0!0");
    expect(await page.locator(".detail").textContent()).toContain("regret 0.250");
    await page.locator(".neighbours a", { hasText: "t1:0" }).click();
    await expect.poll(() => opened(page)).toBe("t1:0");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("t1:0");
    await page.evaluate(() => {
      location.hash = "#run-1/elsewhere";
    });
    await page.locator(".detail .missing").waitFor();
    expect(await page.locator(".detail").textContent()).toBe("No state elsewhere of run-1 is among those shown.");
    await page.close();
  });

  it("filters and orders", async () => {
    const { page } = await openReport(browser, report.url);
    const ids = (): Promise<string[]> => page.locator(".row-id").allInnerTexts();
    await page.getByRole("combobox", { name: /^Kind/ }).selectOption("error");
    expect(await ids()).toEqual(["t1:0!0", "t0:0!0"]);
    await page.getByRole("combobox", { name: /^Kind/ }).selectOption("");
    await page.getByRole("combobox", { name: /^Outcome/ }).selectOption("tie");
    expect(await ids()).toEqual(["t0:2"]);
    await page.getByRole("combobox", { name: /^Outcome/ }).selectOption("loss");
    expect(await ids()).toEqual(["t1:3", "t0:3"]);
    await page.getByRole("combobox", { name: /^Order/ }).selectOption("id");
    expect(await ids()).toEqual(["t0:3", "t1:3"]);
    await page.getByRole("searchbox").fill("no such text");
    expect(await page.locator(".found").textContent()).toBe("No state matches.");
    expect(await page.locator(".list").isVisible()).toBe(false);
    expect(await page.locator(".detail").textContent()).toBe("No state matches: there is none to show.");
    await page.getByRole("searchbox").fill("");
    await expect.poll(() => opened(page)).toBe("t0:3");
    await page.close();
  });

  it("goes to the top of the list at each change of search, filter or order, and opens what stands there", async () => {
    const many = writeReport(sampleReport(sampleRun({ trajectories: 200 })));
    const { page, trouble } = await openReport(browser, many.url);
    const list = page.locator(".list");
    const top = (): Promise<number> => list.evaluate((one) => one.scrollTop);
    await list.focus();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await expect.poll(() => opened(page)).toBe("t0:3");
    expect(await top()).toBeGreaterThan(1000);
    await page.getByRole("combobox", { name: /^Kind/ }).selectOption("on_trajectory");
    // Of 200 trajectories the last has the highest difference.
    await expect.poll(() => opened(page)).toBe("t199:0");
    expect(await top()).toBe(0);
    expect(await page.locator(".row[aria-selected=true] .row-id").allInnerTexts()).toEqual(["t199:0"]);
    // An address without a state names the first listed: the one that was open is one step back.
    expect(new URL(page.url()).hash).toBe("");
    await page.getByRole("searchbox").fill("turn 2");
    await expect.poll(() => opened(page)).toBe("t199:2");
    await page.goBack();
    await expect.poll(() => opened(page)).toBe("t0:3");
    // The list holds turn 2 alone.
    expect(await page.locator(".detail .missing").textContent()).toBe("This state is not among those listed.");
    expect(await page.locator(".row[aria-selected=true]").count()).toBe(0);
    await page.goBack();
    await expect.poll(() => opened(page)).toBe("t199:2");
    expect(trouble).toEqual([]);
    await page.close();
  });

  it("says in row and detail where an error state stands, and how ids are read", async () => {
    const { page } = await openReport(browser, report.url, {}, "#run-1/t1%3A0!0");
    await expect.poll(() => opened(page)).toBe("t1:0!0");
    expect(await page.locator(".row[aria-selected=true] .row-facts").textContent()).toBe(
      "▲win +0.150 exact · error after turn 0 · middle",
    );
    expect(await page.locator(".detail > .state-facts").textContent()).toBe(
      "error state · after a wrong action at turn 0, of a trajectory of 4 turns (middle) · turns left: 3 · " +
        "best quality 0.900",
    );
    expect(await page.locator("#explorer > .asked").allInnerTexts()).toContain(
      "Turns count from 0. ID:TURN is a saved state, ID:TURN!0 the error state that a wrong action made there leads " +
        "to.",
    );
    await page.close();
  });

  it("keeps bars of shares in their cells, on one scale", async () => {
    const { page } = await openReport(browser, report.url);
    const bars = await page.locator(".share").evaluateAll((all) =>
      all.map((cell) => {
        const { backgroundSize, backgroundPosition, paddingRight } = getComputedStyle(cell);
        const room = cell.getBoundingClientRect().width - 2 * Number.parseFloat(paddingRight);
        return { size: backgroundSize, position: backgroundPosition, room };
      }),
    );
    // Two policies, drawn and exact, of two actions, one of which has no exact probabilities.
    expect(bars).toHaveLength(6);
    expect(new Set(bars.map(({ size, position }) => `${size} at ${position}`)).size).toBe(1);
    for (const { size, room } of bars) expect(Number.parseFloat(size)).toBeLessThanOrEqual(room);
    await page.close();
  });

  it("opens a point of the quality chart by a click, and by arrow keys and Enter", async () => {
    const one = writeReport(sampleReport(sampleRun({ trajectories: 1 })));
    const { page } = await openReport(browser, one.url);
    const picker = page.locator("#quality .picker").first();
    await picker.focus();
    await page.keyboard.press("ArrowDown");
    // From the top: the candidate's exact quality falls by 0.2 a turn.
    expect(await picker.locator(".readout").textContent()).toBe("t0:0: base 0.450, rl 0.850, win");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(() => opened(page)).toBe("t0:1");
    const ring = picker.locator(".ring");
    await picker.focus();
    await page.keyboard.press("ArrowUp");
    const box = await ring.boundingBox();
    if (box === null) throw new Error("no ring");
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    // From the bottom.
    await expect.poll(() => opened(page)).toBe("t0:3");
    await page.close();
  });

  it("chooses the run and the candidate of a state's address", async () => {
    const two = writeReport(
      sampleReport(sampleRun({ name: "a" }), sampleRun({ name: "b/c", candidates: ["rl", "rl2"] })),
    );
    const { page } = await openReport(browser, two.url, {}, "#b%2Fc/t0%3A1");
    await expect.poll(() => opened(page)).toBe("t0:1");
    expect(await page.getByRole("combobox", { name: /^Run/ }).inputValue()).toBe("b/c");
    expect(
      await page
        .getByRole("combobox", { name: /^Candidate/ })
        .locator("option")
        .allInnerTexts(),
    ).toEqual(["rl", "rl2"]);
    expect(await page.locator(".pair").count()).toBe(2);
    await page.close();
  });
});

function opened(page: Page): Promise<string | null> {
  return page.locator(".detail h3").textContent();
}
