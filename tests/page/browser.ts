import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import type { ReportData } from "../../src/report/report-data.js";
import { reportHtml } from "../../src/report/report-html.js";
import { scratchFolder } from "../cli/run-cli.js";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const program = [process.env["CHROMIUM"] ?? "", ...PLACES].find((place) => place !== "" && existsSync(place));

/** Why no page can be opened; null where one can. */
export const noBrowser =
  program === undefined ? `no Chromium at $CHROMIUM nor ${PLACES.join(", ")}: apt-get install chromium` : null;

export function launch(): Promise<Browser> {
  // Without its own sandbox, which a container's root user cannot have; what it opens is our own page.
  return chromium.launch({ ...(program === undefined ? {} : { executablePath: program }), args: ["--no-sandbox"] });
}

/** The report as a file, with the page as built. */
export function writeReport(data: ReportData): { readonly url: string; readonly bytes: number } {
  const [script = "", style = ""] = ["page.js", "page.css"].map((name) =>
    readFileSync(join(import.meta.dirname, "../../dist/page", name), "utf8"),
  );
  const html = reportHtml(data, { script, style });
  const file = join(scratchFolder(), "report.html");
  writeFileSync(file, html);
  return { url: pathToFileURL(file).href, bytes: Buffer.byteLength(html) };
}

/** What a page did that a report never does. */
export type Trouble = readonly string[];

export interface OpenedReport {
  readonly page: Page;
  /** Requests for anything but the file, messages of the console, errors and dialogs: empty, as long as all is well. */
  readonly trouble: Trouble;
}

/** Opens a report by its file, as a double click does, and waits until its charts are drawn. */
export async function openReport(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
  fragment = "",
): Promise<OpenedReport> {
  const page = await browser.newPage(options);
  const trouble: string[] = [];
  page.on("request", (request) => {
    const asked = request.url();
    if (asked.split("#")[0] !== url && !/^(data|blob):/.test(asked)) trouble.push(`request: ${asked}`);
  });
  page.on("console", (message) => {
    if (["error", "warning", "assert"].includes(message.type())) trouble.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => trouble.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    trouble.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(url + fragment);
  await chartsDrawn(page);
  return { page, trouble };
}

/** Milliseconds from the beginning of the navigation until every chart was drawn. */
export async function chartsDrawn(page: Page): Promise<number> {
  const drawn = await page.waitForFunction(
    () => {
      const places = [...document.querySelectorAll(".drawing")];
      const isDone = document.querySelector("#facts") !== null && places.every((place) => place.querySelector("svg"));
      return isDone ? performance.now() : null;
    },
    undefined,
    { polling: "raf" },
  );
  return Number(await drawn.jsonValue());
}

/** Unfolds all that is folded, and waits for what it holds. */
export async function unfold(page: Page): Promise<void> {
  for (const summary of await page.locator("details > summary").all()) await summary.click();
  await page.waitForFunction(() => [...document.querySelectorAll("details")].every((one) => one.childElementCount > 1));
}
