import type { PolicySession } from "../core/policy.js";
import type { State } from "../core/state.js";
import type { Trajectory } from "../core/trajectory.js";
import { matchStates, stateRow } from "./match-states.js";
import type { Probe, ProbeContext, ProbeRows, StateResult, Unit, UnitContext, UnitRows } from "./probe.js";
import { savedActions } from "./saved-actions.js";
import { stateMessages } from "./state-messages.js";

/**
 * Runs the probes on one trajectory.
 *
 * @param states those of its states that take part
 */
export async function probeTrajectory(
  trajectory: Trajectory,
  states: readonly State[],
  probes: readonly Probe[],
  context: ProbeContext,
): Promise<UnitRows> {
  const [baseline, ...candidates] = [context.baseline, ...context.candidates].map((policy) => policy.session());
  const sessions = { ...context, baseline: baseline as PolicySession, candidates };
  try {
    return await probeWith(trajectory, states, probes, sessions);
  } finally {
    for (const session of [sessions.baseline, ...candidates]) await session.close();
  }
}

async function probeWith(
  trajectory: Trajectory,
  states: readonly State[],
  probes: readonly Probe[],
  context: UnitContext,
): Promise<UnitRows> {
  const scoresSaved = probes.some((probe) => probe.scoresSaved === true);
  let asked: Promise<readonly StateResult[]> | null = null;
  const unit: Unit = {
    trajectory,
    states,
    onTrajectory: () => {
      asked ??= matchStates(states, context, (policy) =>
        scoresSaved ? savedActions(trajectory, states, policy, context) : [],
      );
      return asked;
    },
  };
  const found: ProbeRows[] = [];
  for (const probe of probes) found.push(await probe.run(unit, context));
  const results = await (asked as Promise<readonly StateResult[]> | null);
  const onTrajectory = results ?? [];
  const { scorer } = context;
  const stateRows =
    results?.map((result) => result.row) ?? states.map(async (state) => stateRow(state, await scorer.best(state)));
  const { instance, outcome, turns } = trajectory;
  const all = <Key extends Exclude<keyof UnitRows, "passedOver">>(key: Key): UnitRows[Key][number][] =>
    found.flatMap((rows) => (rows[key] ?? []) as UnitRows[Key][number][]);
  return {
    trajectories: [
      {
        trajectory_id: trajectory.trajectoryId,
        task: trajectory.task,
        instance_id: instance.instance_id,
        policy: trajectory.policy,
        budget: trajectory.budget,
        turns: turns.length,
        success: outcome.success,
        termination: outcome.termination,
      },
    ],
    states: [...(await Promise.all(stateRows)), ...all("states")],
    samples: [...onTrajectory.flatMap((result) => result.samples), ...all("samples")],
    exactActions: [...onTrajectory.flatMap((result) => result.exactActions), ...all("exactActions")],
    pairs: [...onTrajectory.flatMap((result) => result.pairs), ...all("pairs")],
    nllActions: all("nllActions"),
    nllTrajectories: all("nllTrajectories"),
    messages: [
      ...states.map((state, index) =>
        stateMessages(state, states[index - 1] ?? null, turns[state.turn]?.action.text ?? null),
      ),
      ...all("messages"),
    ],
    passedOver: Object.assign({}, ...found.map((rows) => rows.passedOver ?? {})) as Record<string, number>,
  };
}
