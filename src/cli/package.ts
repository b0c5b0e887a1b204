import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Folder of this package, from src/cli as from dist/cli. */
export const packageFolder = fileURLToPath(new URL("../../", import.meta.url));

/** Where a task's bundled trajectories and policies lie. */
export function fixturesFolder(task: string): string {
  return join(packageFolder, "fixtures", task);
}

function versionAt(folder: string): string | null {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return null;
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { version?: string };
  return version ?? null;
}

export function packageVersion(): string {
  return versionAt(packageFolder) ?? "unknown";
}

/** Installed version of a dependency; its package.json is looked for above its entry file. */
function dependencyVersion(name: string): string | null {
  let folder = dirname(createRequire(import.meta.url).resolve(name));
  while (!folder.endsWith(join("node_modules", name)) && dirname(folder) !== folder) folder = dirname(folder);
  return versionAt(folder);
}

/** Versions that numbers may depend on. */
export function versions(): Readonly<Record<string, string | null>> {
  const names = ["onnxruntime-node", "@huggingface/tokenizers", "@huggingface/jinja", "simple-statistics", "fast-csv"];
  const dependencies = names.map((name) => [name, dependencyVersion(name)] as const);
  return { "matched-state": packageVersion(), node: process.versions.node, ...Object.fromEntries(dependencies) };
}

/** Commit of the checkout this runs from, `-dirty` behind it when files differ; null outside a checkout of this package. */
export function gitCommit(): string | null {
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-C", packageFolder, ...args], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  try {
    if (realpathSync(git("rev-parse", "--show-toplevel")) !== realpathSync(packageFolder)) return null;
    const isDirty = git("status", "--porcelain", "--untracked-files=no") !== "";
    return `${git("rev-parse", "HEAD")}${isDirty ? "-dirty" : ""}`;
  } catch {
    return null;
  }
}
