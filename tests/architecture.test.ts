import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { describe, expect, it } from "vitest";

/** Folders each folder of src may import from, besides itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: [],
  stats: ["core"],
  tasks: ["core"],
  states: ["core", "tasks"],
  policies: ["core", "stats"],
  scoring: ["core", "stats", "tasks"],
  injection: ["core", "tasks", "scoring"],
  probes: ["core", "stats", "states", "scoring", "injection"],
  report: ["core", "stats"],
  page: ["core", "report"],
  cli: ["core", "stats", "tasks", "states", "policies", "scoring", "injection", "probes", "report"],
};
const MAY_READ_FILES = ["states", "policies", "scoring", "cli"];
/** A file longer than this holds more than one idea. */
const MOST_LINES = 300;

const files = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => ({ name, folder: dirname(name), text: readFileSync(join("src", name), "utf8") }));

function importsOf({
  name,
  text,
}: (typeof files)[number]): { readonly package: string | null; readonly file: string }[] {
  return [
    ...text.matchAll(
      /^(?:import|export)[^;]*?from "([^"]+)";|new URL\("(\.[^"]+)", import\.meta\.url\)|^import "(\.[^"]+\.js)"|import\("(\.[^"]+)"\)/gm,
    ),
  ].map((found) => {
    const target = found.slice(1).find((one) => one !== undefined) as string;
    if (!target.startsWith(".")) return { package: target, file: "" };
    return { package: null, file: relative(".", normalize(join(dirname(name), target))).replace(/\.js$/, ".ts") };
  });
}

describe("the architecture", () => {
  it("has one level of folders, each in the table", () => {
    expect([...new Set(files.map((file) => file.folder))].filter((folder) => folder !== ".").sort()).toEqual(
      Object.keys(MAY_IMPORT).sort(),
    );
  });

  it.each(files.map((file) => [file.name, file] as const))("%s imports downwards only", (_, file) => {
    const allowed = [file.folder, ...(MAY_IMPORT[file.folder] ?? Object.keys(MAY_IMPORT))];
    const folders = importsOf(file).flatMap((one) => (one.package === null ? [dirname(one.file)] : []));
    // The worker's package.json lookup and the package's own folder are no modules.
    expect(folders.filter((folder) => !folder.startsWith("..") && folder !== "." && !allowed.includes(folder))).toEqual(
      [],
    );
  });

  it("builds the page of the report by itself: it takes types alone from other folders", () => {
    for (const { name, text } of files.filter((file) => file.folder === "page")) {
      const fromElsewhere = [...text.matchAll(/^(?:import|export)([^;]*?)from "\.\.\//gm)].map((found) => found[1]);
      expect(
        fromElsewhere.filter((words) => !words?.startsWith(" type ")),
        name,
      ).toEqual([]);
    }
    const packages = files.filter((file) => file.folder === "page").flatMap(importsOf);
    expect([...new Set(packages.flatMap((one) => one.package ?? []))]).toEqual(["@observablehq/plot"]);
  });

  it("has no import cycle", () => {
    const edges = new Map(
      files.map((file) => [file.name, importsOf(file).flatMap((one) => (one.file === "" ? [] : [one.file]))]),
    );
    const done = new Set<string>();
    const visit = (name: string, path: readonly string[]): void => {
      expect(path, `cycle: ${[...path, name].join(" → ")}`).not.toContain(name);
      if (done.has(name)) return;
      for (const next of edges.get(name) ?? []) visit(next, [...path, name]);
      done.add(name);
    };
    for (const { name } of files) visit(name, []);
  });

  it("imports onnxruntime-node in one place, which keeps it from reporting, and node:fs where files may be read", () => {
    for (const file of files) {
      const packages = importsOf(file).map((one) => one.package);
      if (packages.includes("onnxruntime-node")) expect(file.name).toContain("policies/onnxruntime.ts");
      if (packages.some((name) => name?.startsWith("node:fs"))) expect(MAY_READ_FILES).toContain(file.folder);
    }
  });

  it("draws and tells the time by keyed streams, but for the clock of cli", () => {
    for (const { name, folder, text } of files) {
      expect(text, name).not.toMatch(/Math\.random/);
      if (folder !== "cli") expect(text, name).not.toMatch(/Date\.now|new Date\(|performance\.now/);
    }
  });

  it("keeps files short: one idea each", () => {
    const lengths = files.map(({ text }) => text.split("\n").length).sort((a, b) => a - b);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(80);
    expect(lengths[lengths.length - 1]).toBeLessThanOrEqual(MOST_LINES);
  });
});
