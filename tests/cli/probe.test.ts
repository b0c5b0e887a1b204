import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { keyedRng } from "../../src/core/rng.js";
import { cli, cliKilled, hashesIn, scratchFolder } from "./run-cli.js";

const scratch = scratchFolder();
const small = ["probe", "--task", "frozenlake", "--states", "60", "--samples", "4", "--seed", "7"];

const CSVS = [
  "exact_actions.csv",
  "nll_actions.csv",
  "nll_trajectories.csv",
  "pairs.csv",
  "samples.csv",
  "states.csv",
  "summary.csv",
  "trajectories.csv",
];

function run(name: string, ...more: readonly string[]): { readonly folder: string; readonly stdout: string } {
  const folder = join(scratch, name);
  const { status, stdout, stderr } = cli(...small, "--out", folder, ...more);
  expect(stderr).not.toContain("matched-state:");
  expect(status).toBe(0);
  return { folder, stdout };
}

describe("probe", () => {
  const first = run("first");

  it("prints the table to stdout and leaves every file of the run folder", () => {
    expect(first.stdout).toContain("grpo against base");
    expect(Object.keys(hashesIn(first.folder)).sort()).toEqual([
      "actions.jsonl",
      ...CSVS.slice(0, -3),
      "state_messages.jsonl",
      ...CSVS.slice(-3),
    ]);
    expect(readdirSync(first.folder)).toContain("report.html");
  });

  it("tells in the manifest what ran, and the rows, bytes and hash of each file", () => {
    const manifest = JSON.parse(readFileSync(join(first.folder, "manifest.json"), "utf8"));
    expect(manifest).toMatchObject({ status: "complete", counts: { excluded: 0, failed: 0, states: 60 } });
    expect(manifest.config_sha256).toBe(createHash("sha256").update(JSON.stringify(manifest.config)).digest("hex"));
    expect(manifest.files.length).toBe(CSVS.length + 2);
    for (const { name, rows, bytes, sha256 } of manifest.files) {
      const file = join(first.folder, name);
      expect(statSync(file).size).toBe(bytes);
      expect(hashesIn(first.folder)[name]).toBe(sha256);
      // No cell of this run holds a line break: lines are rows, and a header in a CSV.
      const lines = readFileSync(file, "utf8").split("\n").length - 1;
      expect(lines).toBe(rows + (name.endsWith(".csv") ? 1 : 0));
    }
  });

  it("gives the same bytes again, and with another number of workers", () => {
    const want = hashesIn(first.folder);
    expect(hashesIn(run("again").folder)).toEqual(want);
    expect(hashesIn(run("one-worker", "--workers", "1").folder)).toEqual(want);
    expect(hashesIn(run("three-workers", "--workers", "3").folder)).toEqual(want);
  });

  it("gives other draws with another seed", () => {
    expect(hashesIn(run("other-seed", "--seed", "8").folder)["samples.csv"]).not.toBe(
      hashesIn(first.folder)["samples.csv"],
    );
  });

  it("gives the same bytes after kill -9 at ten moments and --resume", async () => {
    const folder = join(scratch, "killed");
    const moments = keyedRng("kill moments");
    // The manifest is there from the first try on, so later ones count from their start: mostly before they go on.
    for (let kill = 0; kill < 10; kill += 1) {
      await cliKilled(
        "SIGKILL",
        join(folder, "manifest.json"),
        1500 * moments.uniform(kill),
        ...small,
        "--out",
        folder,
        "--resume",
      );
    }
    cli(...small, "--out", folder, "--resume");
    expect(hashesIn(folder)).toEqual(hashesIn(first.folder));
  });

  it("exits 130 on Ctrl-C, and goes on from there", async () => {
    const folder = join(scratch, "interrupted");
    expect(
      await cliKilled("SIGINT", join(folder, "manifest.json"), 100, ...small, "--samples", "64", "--out", folder),
    ).toBe(130);
    expect(cli(...small, "--samples", "64", "--out", folder, "--resume").status).toBe(0);
  });

  it("prints a complete run again, and makes its report where there is none", () => {
    rmSync(join(first.folder, "report.html"));
    const again = cli(...small, "--out", first.folder, "--resume");
    expect(again.stderr).toContain("holds this run, complete: nothing to do");
    expect(again.stdout).toBe(first.stdout);
    expect(readdirSync(first.folder)).toContain("report.html");
  });

  it("prints the summary as JSON alone with --json", () => {
    const { stdout } = run("json", "--json", "--probe", "support");
    const { summary, task, verdicts } = JSON.parse(stdout);
    expect(task).toBe("frozenlake");
    expect(verdicts).toEqual([{ probe: "support", candidate: "grpo", text: expect.stringContaining("log ratio") }]);
    expect(new Set(summary.map((row: { probe: string }) => row.probe))).toEqual(new Set(["support"]));
  });
});
