// Time and peak memory of what comes after the policies: all CSVs, statistics and report.html from a journal of made-up
// states, K = 16, two policies, two of five states with an injected error. `node bench/statistics.mjs [STATES …]`, by
// default 1000 10000.
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pairRow } from "../dist/probes/pair-row.js";
import { mersenneTwister } from "../dist/stats/mersenne-twister.js";

const SAMPLES = 16;
const TURNS = 3;
const MOVES = ["Left", "Down", "Right", "Up"];
const BOARD = "Turns left: 8\n_ P O _\n_ _ O _\n_ _ _ _\nO _ _ G";
const { uniform } = mersenneTwister(1);

function states(id) {
  const trajectory = { trajectoryId: id, turns: TURNS };
  const saved = ["early", "middle", "late"].map((stage, turn) => ({
    ...trajectory,
    stateId: `${id}:${turn}`,
    kind: "on_trajectory",
    turn,
    stage,
    injection: null,
  }));
  const errors = saved.slice(0, 2).map((parent) => ({
    ...parent,
    stateId: `${parent.stateId}!0`,
    kind: "error",
    injection: { parentStateId: parent.stateId, action: "Left", regret: 0.25 },
  }));
  return [...saved, ...errors];
}

/** What a policy says at a state whose four moves have these qualities. */
function side(name, state, qualities, preference) {
  const weights = qualities.map((quality) => Math.exp(preference * quality));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const probabilities = weights.map((weight) => weight / total);
  const draw = () => {
    const at = uniform();
    const upTo = probabilities.map((_, move) => probabilities.slice(0, move + 1).reduce((sum, one) => sum + one, 0));
    return Math.max(
      0,
      upTo.findIndex((sum) => at < sum),
    );
  };
  const moves = Array.from({ length: name === "base" ? 2 * SAMPLES : SAMPLES }, draw);
  const mean = probabilities.reduce((sum, probability, move) => sum + probability * qualities[move], 0);
  return {
    name,
    qualities: moves.map((move) => qualities[move]),
    exact: { mean, coveredMass: 1 },
    samples: moves.map((move, index) => ({
      state_id: state.stateId,
      policy: name,
      sample_index: index,
      action: `<answer>${MOVES[move]}</answer>`,
      parsed: MOVES[move],
      valid: true,
      quality: qualities[move],
      regret: Math.max(...qualities) - qualities[move],
      tokens: 4,
      nll_nats: -Math.log(probabilities[move]),
      baseline_nll_nats: -Math.log(probabilities[move]),
      sample_set: index < SAMPLES ? "main" : "placebo",
      unscored: null,
    })),
    exactActions: MOVES.map((action, move) => ({
      state_id: state.stateId,
      policy: name,
      action,
      probability: probabilities[move],
      quality: qualities[move],
    })),
  };
}

function unit(number) {
  const id = `trajectory-${number}`;
  const place = uniform();
  const found = states(id).map((state) => {
    const qualities = MOVES.map(() => (place + uniform()) / 2);
    const sides = [side("base", state, qualities, 1), side("grpo", state, qualities, 3 * uniform())];
    return { state, sides, pair: pairRow(state, Math.max(...qualities), SAMPLES, sides) };
  });
  const saved = found.filter(({ state }) => state.kind === "on_trajectory");
  const success = uniform() < 0.6;
  const nll = saved.flatMap(({ state: { turn, stage } }) =>
    ["base", "grpo"].map((scored_by) => {
      const nll_nats = uniform();
      const shared = { trajectory_id: id, turn, turns: TURNS, progress: (turn + 1) / TURNS, source_policy: "base" };
      return {
        ...shared,
        success,
        scored_by,
        tokens: 4,
        nll_nats,
        nll_per_token: nll_nats / 4,
        stage,
        saved_nll_nats: null,
      };
    }),
  );
  return {
    trajectories: [
      {
        trajectory_id: id,
        task: "frozenlake",
        instance_id: id,
        policy: "base",
        budget: 8,
        turns: TURNS,
        success,
        termination: "goal",
      },
    ],
    states: found.map(({ state, pair }) => ({
      state_id: state.stateId,
      trajectory_id: id,
      kind: state.kind,
      turn: state.turn,
      turns: TURNS,
      stage: state.stage,
      turns_left: 8,
      snapshot: '{"position":[0,1],"turns_left":8}',
      parent_state_id: state.injection?.parentStateId ?? null,
      injected_action: state.injection?.action ?? null,
      injected_regret: state.injection?.regret ?? null,
      best_quality: pair.best_quality,
    })),
    samples: found.flatMap(({ sides }) => sides.flatMap(({ samples }) => samples)),
    exactActions: found.flatMap(({ sides }) => sides.flatMap(({ exactActions }) => exactActions)),
    pairs: found.map(({ pair }) => pair),
    nllActions: nll,
    nllTrajectories: [],
    messages: found.map(({ state }) => ({
      state_id: state.stateId,
      messages: [{ role: "user", content: BOARD }],
      action: state.kind === "error" ? null : "<answer>Left</answer>",
    })),
    passedOver: {},
  };
}

const WORK = `
  import { join } from "node:path";
  import { keyedRng } from "./dist/core/rng.js";
  import { probes } from "./dist/probes/index.js";
  import { writeReport } from "./dist/cli/write-report.js";
  import { writeRun } from "./dist/cli/write-run.js";
  const folder = process.argv[1];
  const policies = ["base", "grpo"];
  const { report, summary } = await writeRun({
    journalFile: join(folder, "journal.jsonl"),
    fileIn: (name) => join(folder, name),
    task: "frozenlake",
    probes: Object.values(probes),
    order: { probes: Object.keys(probes), policies },
    cluster: "trajectory",
    rng: keyedRng("1"),
  });
  const facts = { name: "bench", task: "frozenlake", baseline: "base", candidates: ["grpo"], samples: 16, quality: "", facts: [], notices: [] };
  writeReport(join(folder, "report.html"), [report.report({ ...facts, summary })]);
`;

const sizes = process.argv.slice(2).map(Number);
const root = fileURLToPath(new URL("..", import.meta.url));
console.log("states  seconds  ms a state  peak MiB  report MB");
for (const wanted of sizes.length > 0 ? sizes : [1000, 10_000]) {
  const folder = mkdtempSync(join(tmpdir(), "matched-state-bench-"));
  const journal = openSync(join(folder, "journal.jsonl"), "w");
  let found = 0;
  for (let number = 0; found < wanted; number += 1) {
    const rows = unit(number);
    found += rows.states.length;
    writeSync(journal, `${JSON.stringify(rows)}\n`);
  }
  closeSync(journal);
  const started = performance.now();
  const command = ["-f", "peak %M", "node", "--input-type=module", "-e", WORK, folder];
  const { status, stderr } = spawnSync("/usr/bin/time", command, { encoding: "utf8", cwd: root });
  const seconds = (performance.now() - started) / 1000;
  if (status !== 0) throw new Error(stderr);
  const peak = Number(/peak (\d+)/.exec(stderr)?.[1]) / 1024;
  const size = statSync(join(folder, "report.html")).size / 1e6;
  console.log(
    [found, seconds.toFixed(1), ((1000 * seconds) / found).toFixed(2), peak.toFixed(0), size.toFixed(1)].join("  "),
  );
  rmSync(folder, { recursive: true });
}
