import { existsSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readTrajectories } from "../../src/states/read-trajectories.js";
import { frozenLake } from "../../src/tasks/frozenlake.js";
import type { FrozenLakeInstance } from "../../src/tasks/frozenlake-board.js";
import { isHeldOut } from "../../src/tasks/frozenlake-draw.js";
import { cli, cliKilled, scratchFolder } from "./run-cli.js";

const scratch = scratchFolder();
const games = [
  "rollout",
  "--task",
  "frozenlake",
  "--instances",
  "6",
  "--episodes",
  "2",
  "--budget",
  "5",
  "--seed",
  "3",
];

describe("rollout", () => {
  const file = join(scratch, "games.jsonl");
  const first = cli(...games, "--out", file);

  /** What a process killed in the middle of the same games leaves. */
  async function leaveUnfinished(out: string): Promise<void> {
    await cliKilled("SIGKILL", `${out}.partial.json`, 0, ...games, "--out", out);
    writeFileSync(`${out}.partial`, readFileSync(file));
    truncateSync(`${out}.partial`, 9000);
  }

  it("plays every policy on every held-out map as often as asked, and writes what the reader accepts", async () => {
    expect(first.status).toBe(0);
    expect(first.stdout).toMatch(/^base +12 +\d/m);
    const policies: string[] = [];
    const maps = new Set<string>();
    for await (const read of readTrajectories(file, { task: frozenLake, vocabularyOf: () => 415 })) {
      if (!("trajectory" in read)) throw read.fault;
      const { trajectory } = read;
      policies.push(trajectory.policy);
      maps.add(trajectory.instance.instance_id);
      expect(isHeldOut((trajectory.instance as FrozenLakeInstance).desc)).toBe(true);
      expect(trajectory.turns.every(({ action }) => action.tokenIds?.length === action.logProbs?.length)).toBe(true);
    }
    expect(policies.filter((name) => name === "grpo").length).toBe(12);
    expect([policies.length, maps.size]).toEqual([24, 6]);
  });

  it("gives the same bytes again, and after an interruption", async () => {
    const again = join(scratch, "again.jsonl");
    cli(...games, "--out", again, "--workers", "1");
    expect(readFileSync(again)).toEqual(readFileSync(file));
    const cut = join(scratch, "cut.jsonl");
    await leaveUnfinished(cut);
    expect(cli(...games, "--out", cut).stderr).toContain("expected --resume, or another file");
    expect(cli(...games, "--out", cut, "--resume").status).toBe(0);
    expect(readFileSync(cut)).toEqual(readFileSync(file));
  });

  it("plays other maps than those of another file with --except", () => {
    const more = join(scratch, "more.jsonl");
    const seed = ["--instances", "3", "--episodes", "1", "--seed", "3", "--policy"];
    const base = `base=${join(import.meta.dirname, "../../fixtures/frozenlake/policies/base")}`;
    expect(cli("rollout", "--task", "frozenlake", ...seed, base, "--except", file, "--out", more).status).toBe(0);
    const mapsIn = (name: string): string[] =>
      readFileSync(name, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).instance.instance_id);
    expect(mapsIn(more).length).toBe(3);
    expect(mapsIn(more).filter((id) => mapsIn(file).includes(id))).toEqual([]);
  });

  it("refuses to go on with other games, and to write over a file", async () => {
    const other = join(scratch, "other.jsonl");
    await leaveUnfinished(other);
    for (const [option, named] of [
      ["--seed", "instances.0"],
      ["--budget", "budget"],
      ["--temperature", "policies.0.decoding.temperature"],
    ] as const) {
      const { status, stderr } = cli(...games, option, "4", "--out", other, "--resume");
      expect(status).toBe(1);
      expect(stderr).toContain(`--resume: expected ${named} as the run began`);
    }
    expect(cli(...games, "--out", file).stderr).toContain("expected a new file, got one that is there");
    expect(existsSync(`${file}.partial`)).toBe(false);
  });
});
