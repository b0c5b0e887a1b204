import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { holdLock } from "../../src/cli/lock.js";
import { scratchFolder } from "./run-cli.js";

it("a lock is refused while its holder lives, and taken over when it does not", () => {
  const file = join(scratchFolder(), "a.lock");
  holdLock(file);
  expect(readFileSync(file, "utf8")).toBe(String(process.pid));
  expect(() => holdLock(file)).toThrow(`${file}: expected no other process at work here, got process ${process.pid}`);
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  writeFileSync(file, String(pid));
  holdLock(file);
  expect(readFileSync(file, "utf8")).toBe(String(process.pid));
  expect(existsSync(file)).toBe(true);
});
