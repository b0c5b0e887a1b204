import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readTrajectories } from "../../src/states/read-trajectories.js";
import { trajectoryLine } from "../../src/states/write-trajectory.js";
import { frozenLake } from "../../src/tasks/frozenlake.js";
import { lineWith, soundLine } from "./lines.js";

async function writtenAgain(line: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "matched-state-"));
  try {
    const file = join(folder, "t.jsonl");
    writeFileSync(file, `${line}\n`);
    const lines: string[] = [];
    for await (const one of readTrajectories(file, { task: frozenLake, vocabularyOf: () => null })) {
      if ("trajectory" in one) lines.push(trajectoryLine(one.trajectory));
    }
    return lines;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it("a trajectory is written as it was read, in the contract's order of keys", async () => {
  const line = JSON.stringify(soundLine());
  expect(await writtenAgain(line)).toStrictEqual([line]);
});

it("fields of one's own in instance and snapshot are written too", async () => {
  for (const path of ["instance.seed", "turns[1].snapshot.note"]) {
    const line = lineWith(path, { mine: [1, 2.5e-7, "\u2028"] });
    expect(await writtenAgain(line)).toStrictEqual([line]);
  }
});
