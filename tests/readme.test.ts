import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (name: string): string => readFileSync(join(root, name), "utf8");
const readme = read("README.md");
const manifest = JSON.parse(read("package.json"));

describe("README", () => {
  it("gives its first command by line 12, its output by line 20, and stays within 150 lines", () => {
    const lines = readme.split("\n");
    expect(lines.indexOf("npm ci && npm run probe -- --task frozenlake")).toBeLessThan(12);
    expect(lines.findIndex((line) => line.startsWith("frozenlake: grpo against base, K = 16"))).toBeLessThan(20);
    expect(lines.length).toBeLessThanOrEqual(151);
  });

  it("names npm scripts that exist", () => {
    const named = [...`${readme}${read("CONTRIBUTING.md")}`.matchAll(/npm run ([\w:]+)/g)].map(
      (found) => found[1] as string,
    );
    expect([...new Set(named)].filter((name) => !(name in manifest.scripts))).toEqual([]);
  });

  it("links to files that exist", () => {
    const links = [...readme.matchAll(/\]\(([^)#]+)\)/g)].map((found) => found[1] as string);
    expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([]);
  });
});

describe("CONTRIBUTING", () => {
  it("gives a reason for every dependency, and package.json pins each to a version", () => {
    const reasons = read("CONTRIBUTING.md");
    const versions: Record<string, string> = { ...manifest.dependencies, ...manifest.devDependencies };
    for (const [name, version] of Object.entries(versions)) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
      const said = name.startsWith("@types/") ? "@types/*" : name.replace("@stdlib/stats-base-dists", "");
      expect(reasons, name).toContain(said);
    }
  });
});

it("ci runs the test command that README names", () => {
  expect(readme).toContain("npm test");
  expect(read(".ci/run")).toContain("npm test");
});
