// Builds the page of report.html with Vite, unless what was built is newer than all it is made from.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const built = ["dist/page/page.js", "dist/page/page.css"].map(changed);
const sources = ["vite.page.config.ts", "package-lock.json", "src/page"];
const made = sources.concat(readdirSync("src/page").map((name) => join("src/page", name))).map(changed);

if (Math.min(...built) < Math.max(...made)) {
  const { build } = await import("vite");
  await build({ configFile: "vite.page.config.ts" });
}

/** When a file was last changed; a missing one is older than any. */
function changed(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
