// Time and peak memory of a FrozenLake run by its states, and of `report` on its files: `node bench/states.mjs [STATES …]`, by default 100 1000 10000.
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

/** Seconds and peak MiB of the command line. */
function timed(...args) {
  const started = performance.now();
  const command = ["-f", "peak %M", "node", "dist/cli/main.js", ...args];
  const { status, stderr } = spawnSync("/usr/bin/time", command, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return { seconds: (performance.now() - started) / 1000, peak: Number(/peak (\d+)/.exec(stderr)?.[1]) / 1024 };
}

console.log("states  trajectories  seconds  ms a state  peak MiB  report seconds  report peak MiB");
for (const states of sizes.length > 0 ? sizes : [100, 1000, 10_000]) {
  const { text, found } = copies(states);
  const file = join(folder, `${states}.jsonl`);
  writeFileSync(file, text);
  const out = join(folder, `run-${states}`);
  const { seconds, peak } = timed("probe", "--task", "frozenlake", "--trajectories", file, "--out", out);
  const report = timed("report", out);
  const row = [
    found,
    text.split("\n").length - 1,
    seconds.toFixed(1),
    ((seconds * 1000) / found).toFixed(2),
    peak.toFixed(0),
    report.seconds.toFixed(1),
    report.peak.toFixed(0),
  ];
  console.log(row.join("  "));
}
rmSync(folder, { recursive: true });
