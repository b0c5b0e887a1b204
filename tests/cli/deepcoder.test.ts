import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli, cliKilled, hashesIn, MAIN, scratchFolder } from "./run-cli.js";

const scratch = scratchFolder();
const small = ["probe", "--task", "deepcoder-mt", "--states", "8", "--samples", "2", "--seed", "3"];

function run(name: string, ...more: readonly string[]): { readonly folder: string; readonly stdout: string } {
  const folder = join(scratch, name);
  const { status, stdout, stderr } = cli(...small, "--out", folder, ...more);
  expect(stderr).not.toContain("matched-state:");
  expect(status).toBe(0);
  return { folder, stdout };
}

/** Starts it as a terminal does, sends Ctrl-C to the whole group once `begun` is there, and gives the exit code. */
function interrupted(begun: string, ...args: readonly string[]): Promise<number | null> {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: "ignore", detached: true });
  const watch = setInterval(() => {
    if (!existsSync(begun) || child.pid === undefined) return;
    clearInterval(watch);
    process.kill(-child.pid, "SIGINT");
  }, 5);
  return new Promise((resolve) => {
    child.on("exit", (code) => {
      clearInterval(watch);
      resolve(code);
    });
  });
}

describe("probe on programs", () => {
  const first = run("first");

  it("scores every draw by a share of its problem's 14 tests", () => {
    const manifest = JSON.parse(readFileSync(join(first.folder, "manifest.json"), "utf8"));
    expect(manifest.counts).toMatchObject({ states: 8, failed: 0, unscored: 0 });
    const [header = "", ...rows] = readFileSync(join(first.folder, "pairs.csv"), "utf8").trimEnd().split("\n");
    const column = header.split(",").indexOf("candidate_mean");
    const means = rows.map((row) => Number(row.split(",")[column]));
    expect(means.length).toBeGreaterThanOrEqual(8);
    // Two draws, each a whole number of 14ths.
    for (const mean of means) expect(Math.abs(mean * 28 - Math.round(mean * 28))).toBeLessThan(1e-9);
  });

  it("gives the same bytes with another number of workers, and in another sandbox", () => {
    const few = ["--states", "2", "--probe", "matched", "--workers"];
    const want = hashesIn(run("two-workers", ...few, "2").folder);
    expect(hashesIn(run("one-worker", ...few, "1", "--sandbox", "portable").folder)).toEqual(want);
  });

  it("gives the same bytes after kill -9, Ctrl-C at the terminal, and --resume", async () => {
    const folder = join(scratch, "stopped");
    const command = [...small, "--out", folder, "--resume"];
    const begun = join(folder, ".journal.jsonl");
    expect(await interrupted(begun, ...command)).toBe(130);
    // The journal is there: these moments count from the start. On a fast machine the run may be complete by then.
    for (const moment of [1000, 1500, 2000]) await cliKilled("SIGKILL", begun, moment, ...command);
    expect(hashesIn(run("stopped", "--resume").folder)).toEqual(hashesIn(first.folder));
  });
});

describe("programs' own options", () => {
  const rollout = ["rollout", "--task", "deepcoder-mt", "--instances", "1", "--out", join(scratch, "rollout.jsonl")];

  it.each([
    ["--test-seconds", "0", "--test-seconds: expected a number above 0"],
    ["--gamma", "0.9", "--gamma: expected an option of deepcoder-mt"],
  ])("%s %s is refused", (flag, value, message) => {
    const { status, stderr } = cli(...rollout, flag, value);
    expect(stderr).toContain(message);
    expect(status).toBe(2);
  });
});

describe("what goes wrong", () => {
  const opened = ["--task", "deepcoder-mt", "--out", join(scratch, "none")];

  it.each([
    [1, "probe", "--policy", "base=/none", "--policy", "grpo=/none"],
    [2, "rollout", "--device", "abacus"],
    [2, "probe", "--inject", "likely"],
    [1, "probe", "--max-tokens", "100000"],
  ])("ends with %i in %s, though a sandbox is open", (code, command, ...more) => {
    const { status, stderr } = cli(String(command), ...opened, ...more.map(String));
    expect(stderr).toMatch(/^matched-state: .*expected/);
    expect(status).toBe(code);
  });
});
