import { type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MAIN = join(import.meta.dirname, "../../dist/cli/main.js");

/** A new empty folder outside the repository. */
export function scratchFolder(): string {
  return mkdtempSync(join(tmpdir(), "matched-state-"));
}

/** Runs the built command line to its end. */
export function cli(...args: readonly string[]): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [MAIN, ...args], { encoding: "utf8" });
}

/**
 * Starts it with --out `folder` and sends `signal` a while after the run has begun; gives the exit code, null when the
 * signal ended it.
 */
export function cliKilled(
  signal: NodeJS.Signals,
  afterMs: number,
  folder: string,
  ...args: readonly string[]
): Promise<number | null> {
  const child = spawn(process.execPath, [MAIN, ...args, "--out", folder], { stdio: "ignore" });
  const begun = setInterval(() => {
    if (!existsSync(join(folder, "manifest.json"))) return;
    clearInterval(begun);
    setTimeout(() => child.kill(signal), afterMs);
  }, 5);
  return new Promise((resolve) => {
    child.on("exit", (code) => {
      clearInterval(begun);
      resolve(code);
    });
  });
}

/** SHA-256 of each file of a run folder but the manifest, which tells times. */
export function hashesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder).filter((name) => name !== "manifest.json");
  return Object.fromEntries(
    names.map((name) => [
      name,
      createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest("hex"),
    ]),
  );
}
