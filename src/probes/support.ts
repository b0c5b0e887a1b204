import { nllNats, scoreAt } from "../core/policy.js";
import type { NllActionRow, NllTrajectoryRow, Observation } from "../core/rows.js";
import { stageOf } from "../core/state.js";
import type { Trajectory } from "../core/trajectory.js";
import { statesOf } from "../states/states-of.js";
import { type Probe, promptOf } from "./probe.js";
import { savedActions } from "./saved-actions.js";

/** −log π in nats; null where it is infinite. */
function finiteNll(logProbs: readonly number[]): number | null {
  const nats = nllNats(logProbs);
  return Number.isFinite(nats) ? nats : null;
}

function savedNll(trajectory: Trajectory, turn: number): number | null {
  const logProbs = trajectory.turns[turn]?.action.logProbs;
  return logProbs === undefined ? null : nllNats(logProbs);
}

function ratio(baselineNll: number | null, candidateNll: number | null): number | null {
  return baselineNll === null || candidateNll === null ? null : baselineNll - candidateNll;
}

function totalNats(rows: readonly NllActionRow[], policy: string): number | null {
  const own = rows.filter((row) => row.scored_by === policy).map((row) => row.nll_nats);
  return own.reduce((total, nats) => (total === null || nats === null ? null : total + nats), 0);
}

function observeActions(rows: readonly NllActionRow[]): Observation[] {
  return rows.flatMap((row) =>
    (["nll_nats", "nll_per_token"] as const).map((metric) => ({
      probe: "support",
      slice: `source=${row.source_policy},scored_by=${row.scored_by}`,
      metric,
      baseline: "",
      candidate: "",
      trajectory: row.trajectory_id,
      value: row[metric],
      kind: "mean" as const,
      samples: null,
    })),
  );
}

/** Parts of a trajectory after which its running log ratio is looked at: every trajectory counts at each of them. */
const PROGRESS = [0.25, 0.5, 0.75, 1];

function observeLogRatio(row: NllTrajectoryRow, actions: readonly NllActionRow[]): Observation[] {
  const observed = (slice: string, metric: string, value: number | null): Observation => ({
    probe: "support",
    slice: `source=${row.source_policy},success=${row.success}${slice}`,
    metric,
    baseline: row.baseline,
    candidate: row.candidate,
    trajectory: row.trajectory_id,
    value,
    kind: "mean",
    samples: null,
  });
  const nllBy = (policy: string, turn: number): number | null =>
    actions.find((action) => action.turn === turn && action.scored_by === policy)?.nll_nats ?? null;
  let cumulative: number | null = 0;
  const along = actions
    .filter((action) => action.scored_by === row.baseline)
    .map(({ turn, stage, nll_nats: baselineNll }) => {
      const gain = ratio(baselineNll, nllBy(row.candidate, turn));
      cumulative = cumulative === null || gain === null ? null : cumulative + gain;
      return { stage, value: cumulative };
    });
  return [
    observed("", "log_ratio", row.log_ratio),
    ...along.map(({ stage, value }) => observed(`,stage=${stage}`, "cumulative_log_ratio", value)),
    ...PROGRESS.map((progress) => {
      const value = along[Math.ceil(progress * along.length) - 1]?.value ?? null;
      return observed(`,progress=${progress}`, "cumulative_log_ratio", value);
    }),
  ];
}

export const support: Probe = {
  name: "support",
  scoresSaved: true,
  description: "NLL of the saved actions under every policy, and the log ratio along each trajectory",
  async run({ trajectory }, context) {
    // Sums along a trajectory need all of its turns, whichever states were drawn.
    const states = statesOf(trajectory);
    const { baseline, candidates } = context;
    const policies = [baseline, ...candidates];
    const turns = trajectory.turns.length;
    const { success } = trajectory.outcome;
    const shared = { trajectory_id: trajectory.trajectoryId, source_policy: trajectory.policy, success, turns };
    const prompts = states.map(promptOf);
    const nllActions = (
      await Promise.all(
        policies.map(async (policy) => {
          const saved = savedActions(trajectory, states, policy, context).map((action) => [action]);
          const scores = await policy.score(prompts, saved);
          return states.map((state, index): NllActionRow => {
            const { logProbs } = scoreAt(scores, index, 0);
            const nats = finiteNll(logProbs);
            return {
              ...shared,
              turn: state.turn,
              progress: (state.turn + 1) / turns,
              scored_by: policy.info.name,
              tokens: logProbs.length,
              nll_nats: nats,
              nll_per_token: nats === null ? null : nats / logProbs.length,
              stage: stageOf(state.turn, turns),
              saved_nll_nats: policy.info.name === trajectory.policy ? savedNll(trajectory, state.turn) : null,
            };
          });
        }),
      )
    ).flat();
    const nllTrajectories = candidates.map((candidate): NllTrajectoryRow => {
      const baselineNll = totalNats(nllActions, baseline.info.name);
      const candidateNll = totalNats(nllActions, candidate.info.name);
      return {
        ...shared,
        tokens: nllActions
          .filter((row) => row.scored_by === baseline.info.name)
          .reduce((sum, row) => sum + row.tokens, 0),
        baseline_nll_nats: baselineNll,
        candidate_nll_nats: candidateNll,
        log_ratio: ratio(baselineNll, candidateNll),
        baseline: baseline.info.name,
        candidate: candidate.info.name,
      };
    });
    return { nllActions, nllTrajectories };
  },
  observe: ({ nllActions, nllTrajectories }) => [
    ...observeActions(nllActions),
    ...nllTrajectories.flatMap((row) => observeLogRatio(row, nllActions)),
  ],
};
