// Time and peak memory of a FrozenLake run by its states: `node bench/states.mjs [STATES …]`, by default 100 1000 10000.
// The first bundled trajectories, of 100 states, are repeated under new ids until there are enough.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const sizes = process.argv.slice(2).map(Number);
const saved = readFileSync("fixtures/frozenlake/trajectories.jsonl", "utf8").trimEnd().split("\n").map(JSON.parse);
const folder = mkdtempSync(join(tmpdir(), "matched-state-bench-"));

let own = 0;
const repeated = saved.filter(({ turns }) => {
  const isWanted = own < 100;
  own += isWanted ? turns.length : 0;
  return isWanted;
});

/** At least `states` states, in whole trajectories. */
function copies(states) {
  const lines = [];
  let found = 0;
  for (let index = 0; found < states; index += 1) {
    const one = repeated[index % repeated.length];
    const copy = Math.floor(index / repeated.length);
    lines.push(JSON.stringify({ ...one, trajectory_id: `${one.trajectory_id}-${copy}` }));
    found += one.turns.length;
  }
  return { text: `${lines.join("\n")}\n`, found };
}

console.log("states  trajectories  seconds  ms a state  peak MiB");
for (const states of sizes.length > 0 ? sizes : [100, 1000, 10_000]) {
  const { text, found } = copies(states);
  const file = join(folder, `${states}.jsonl`);
  writeFileSync(file, text);
  const out = join(folder, `run-${states}`);
  const command = ["dist/cli/main.js", "probe", "--task", "frozenlake", "--trajectories", file, "--out", out];
  const started = performance.now();
  const { status, stderr } = spawnSync("/usr/bin/time", ["-f", "peak %M", "node", ...command], { encoding: "utf8" });
  const seconds = (performance.now() - started) / 1000;
  if (status !== 0) throw new Error(stderr);
  const peak = Number(/peak (\d+)/.exec(stderr)?.[1]) / 1024;
  const row = [
    found,
    text.split("\n").length - 1,
    seconds.toFixed(1),
    ((seconds * 1000) / found).toFixed(2),
    peak.toFixed(0),
  ];
  console.log(row.join("  "));
}
rmSync(folder, { recursive: true });
