import { type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const MAIN = join(import.meta.dirname, "../../dist/cli/main.js");

/** A new empty folder outside the repository. */
export function scratchFolder(): string {
  return mkdtempSync(join(tmpdir(), "matched-state-"));
}

/** Runs the built command line to its end. */
export function cli(...args: readonly string[]): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [MAIN, ...args], { encoding: "utf8" });
}

/**
 * Starts it and sends `signal` a while after the file `begun` is there; gives the exit code, null when the signal ended
 * it.
 */
export function cliKilled(
  signal: NodeJS.Signals,
  begun: string,
  afterMs: number,
  ...args: readonly string[]
): Promise<number | null> {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: "ignore" });
  const watch = setInterval(() => {
    if (!existsSync(begun)) return;
    clearInterval(watch);
    setTimeout(() => child.kill(signal), afterMs);
  }, 5);
  return new Promise((resolve) => {
    child.on("exit", (code) => {
      clearInterval(watch);
      resolve(code);
    });
  });
}

/** SHA-256 of each file of a run folder but the manifest and the report, which tell times. */
export function hashesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder).filter((name) => name !== "manifest.json" && name !== "report.html");
  return Object.fromEntries(
    names.map((name) => [
      name,
      createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest("hex"),
    ]),
  );
}
