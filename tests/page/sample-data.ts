import type { MatchOutcome } from "../../src/core/rows.js";
import type { ExplorerState, QualityPoint, ReportData, RunReport } from "../../src/report/report-data.js";
import { sampleSummary } from "./sample-summary.js";

const OUTCOMES: readonly MatchOutcome[] = ["win", "loss", "tie", "win"];
export const BOARD = "_ P O _\n_ _ O _\n_ _ _ _\nO _ _ G";
export const PROGRAM = "```python\na = input().split()\nprint(*a)\n```";

export interface RunOptions {
  readonly name?: string;
  readonly probes?: readonly string[];
  readonly candidates?: readonly string[];
  readonly trajectories?: number;
}

/**
 * A run of four-turn trajectories, with an error state at the first turn of each where recovery was run. The exact
 * differences of one fall from win to loss by 0.2 a turn; what the draws say is another matter.
 */
export function sampleRun(options: RunOptions = {}): RunReport {
  const { name = "run-1", probes = ["matched", "recovery", "support"], candidates = ["rl"] } = options;
  const numbers = Array.from({ length: options.trajectories ?? 2 }, (_, place) => place);
  const states = probes.includes("matched") ? numbers.flatMap((place) => trajectory(place, candidates, probes)) : [];
  const points = states.flatMap(pointsOf);
  return {
    name,
    task: "frozenlake",
    baseline: "base",
    candidates,
    samples: 4,
    quality: "the chance of reaching the goal",
    facts: [{ name: "seed", value: "0" }],
    summary: sampleSummary(probes, candidates),
    notices: ["46 saved states have no error state: no known action is worse than the best."],
    verdicts: candidates.map((candidate) => ({
      probe: "matched",
      candidate,
      text: `${candidate} is better than base.`,
    })),
    points: { shown: points, total: points.length },
    nll: probes.includes("support")
      ? ["base", "rl"].flatMap((source) =>
          ["base", "rl"].map((scoredBy) => ({
            source,
            scoredBy,
            actions: 8,
            quantiles: [0.1, 0.5, 1, 2, 4],
            mean: 1.5,
          })),
        )
      : [],
    explorer: { shown: states, total: states.length },
    policies: ["base", ...candidates],
  };
}

export function sampleReport(...runs: readonly RunReport[]): ReportData {
  return { schema: 1, runs: runs.length === 0 ? [sampleRun()] : runs };
}

function trajectory(place: number, candidates: readonly string[], probes: readonly string[]): readonly ExplorerState[] {
  const saved = [0, 1, 2, 3].map((turn) => stateOf(`t${place}:${turn}`, place, turn, candidates));
  if (!probes.includes("recovery")) return saved;
  const error: ExplorerState = {
    ...stateOf(`t${place}:0!0`, place, 1, candidates),
    kind: "error",
    parent: `t${place}:0`,
    injected: { action: "Up", regret: 0.25 },
    taken: null,
  };
  return [...saved, error];
}

function stateOf(id: string, place: number, turn: number, candidates: readonly string[]): ExplorerState {
  // Differences of all states differ, so that orders by them are unambiguous.
  const difference = Number((0.4 - 0.2 * turn + 0.0001 * place - (id.includes("!") ? 0.05 : 0)).toFixed(4));
  const system = { role: "system", content: "You are crossing a frozen lake." } as const;
  const user = { role: "user", content: `Turns left: ${4 - turn}\n${BOARD}` } as const;
  return {
    id,
    trajectory: `t${place}`,
    kind: "on_trajectory",
    turn,
    turns: 4,
    stage: turn === 0 ? "early" : turn === 1 ? "middle" : "late",
    turnsLeft: 4 - turn,
    parent: null,
    injected: null,
    bestQuality: 0.9,
    messages: turn === 0 ? [system, user] : [user],
    taken: turn === 0 ? PROGRAM : "<answer>Right</answer>",
    pairs: candidates.map((candidate) => ({
      candidate,
      baselineMean: 0.5,
      candidateMean: 0.5 + difference,
      difference,
      outcome: OUTCOMES[turn] ?? "tie",
      superiority: 0.6,
      baselineExact: 0.45,
      candidateExact: 0.45 + difference,
      probabilityBetter: 0.8,
    })),
    actions: [
      {
        action: "Right",
        valid: true,
        quality: 0.9,
        unscored: null,
        counts: [1, ...candidates.map(() => 3)],
        probabilities: [0.25, ...candidates.map(() => 0.75)],
      },
      {
        action: "Fly",
        valid: false,
        quality: null,
        unscored: "no such move",
        counts: [3, ...candidates.map(() => 1)],
        probabilities: [null, ...candidates.map(() => null)],
      },
    ],
  };
}

function pointsOf({ id, kind, pairs }: ExplorerState): readonly QualityPoint[] {
  return pairs.map(({ candidate, baselineExact, candidateExact }) => {
    const [baselineQuality, candidateQuality] = [baselineExact ?? 0, candidateExact ?? 0];
    const difference = candidateQuality - baselineQuality;
    const outcome = Math.abs(difference) <= 1e-6 ? "tie" : difference > 0 ? "win" : "loss";
    return { stateId: id, kind, candidate, baselineQuality, candidateQuality, outcome };
  });
}
