import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { MAIN, scratchFolder } from "./run-cli.js";

const folder = scratchFolder();
afterAll(() => rmSync(folder, { recursive: true }));

/** By these ONNX Runtime knows that it runs in continuous integration, where it keeps quiet. */
const QUIET = new Set(["CI", "TF_BUILD", "GITHUB_ACTIONS", "ORT_RUNNING_UNIT_TESTS", "ORT_DISABLE_TELEMETRY"]);

it("leaves no trace of ONNX Runtime's telemetry, which is on by default: its identifier and its queue", () => {
  const cache = join(folder, "cache");
  const kept = Object.entries(process.env).filter(([name]) => !QUIET.has(name));
  const env = { ...Object.fromEntries(kept), XDG_CACHE_HOME: cache, HOME: folder };
  const command = [MAIN, "probe", "--task", "frozenlake", "--states", "1", "--out", join(folder, "run")];
  expect(spawnSync(process.execPath, command, { env }).status).toBe(0);
  expect(readdirSync(cache)).toEqual(["matched-state"]);
});
