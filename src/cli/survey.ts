import { Fault } from "../core/fault.js";
import type { Rng } from "../core/rng.js";
import type { State } from "../core/state.js";
import type { Task } from "../core/task.js";
import type { Trajectory } from "../core/trajectory.js";
import { readTrajectories } from "../states/read-trajectories.js";
import { statesOf } from "../states/states-of.js";
import { sha256Of } from "./sha256-of.js";

/** One trajectory and those of its states that take part. */
export interface Selected {
  readonly trajectory: Trajectory;
  readonly states: readonly State[];
}

/** What a trajectory file holds, once all of it was read and checked. */
export interface Survey {
  readonly sha256: string;
  /** Trajectories with at least one selected state. */
  readonly trajectories: number;
  readonly states: number;
  /** One message for each line left out by --skip-invalid. */
  readonly excluded: readonly string[];
  /** Distinct valid actions of an instance's other trajectories, where they were asked for; else none. */
  poolOf(trajectory: Trajectory): readonly string[];
  /** Reads the file again and gives the selected part, in its order. */
  select(): AsyncGenerator<Selected>;
}

export interface SurveyOptions {
  readonly task: Task;
  vocabularyOf(policy: string): number | null;
  readonly skipInvalid: boolean;
  /** Most states to take, drawn from all with the same chance; null takes all. */
  readonly states: number | null;
  readonly rng: Rng;
  /** Keep the actions for `poolOf`: memory grows with them. */
  readonly keepsActions: boolean;
}

/** The ids of `count` states, each state with the same chance: those with the smallest keyed numbers. */
function drawStates(ids: readonly string[], count: number, rng: Rng): ReadonlySet<string> {
  const keyed = ids.map((id) => [rng.child(id).uniform(0), id] as const);
  keyed.sort(([a], [b]) => a - b);
  return new Set(keyed.slice(0, count).map(([, id]) => id));
}

/** Reads and checks the whole file. Throws the first line's Fault, unless invalid lines are to be skipped. */
export async function surveyTrajectories(file: string, options: SurveyOptions): Promise<Survey> {
  const { task, vocabularyOf, skipInvalid, rng } = options;
  const excluded: string[] = [];
  const ids: string[] = [];
  const said = new Map<string, { readonly trajectoryId: string; readonly action: string }[]>();
  const keepActions = ({ trajectoryId, instance, turns }: Trajectory): void => {
    const actions = turns.map((turn) => task.parse(turn.action.text)).filter((action) => action !== null);
    const earlier = said.get(instance.instance_id) ?? [];
    said.set(instance.instance_id, [...earlier, ...actions.map((action) => ({ trajectoryId, action }))]);
  };
  let trajectories = 0;
  for await (const read of readTrajectories(file, { task, vocabularyOf })) {
    if ("fault" in read) {
      if (!skipInvalid) throw read.fault;
      excluded.push(read.fault.message);
      continue;
    }
    trajectories += 1;
    if (options.keepsActions) keepActions(read.trajectory);
    if (options.states !== null) ids.push(...statesOf(read.trajectory).map((state) => state.stateId));
    else ids.length += read.trajectory.turns.length;
  }
  if (trajectories === 0) throw new Fault({ where: file, expected: "a valid trajectory", got: excluded[0] as string });
  const drawn = options.states === null ? null : drawStates(ids, options.states, rng.child("states"));

  async function* select(): AsyncGenerator<Selected> {
    for await (const read of readTrajectories(file, { task, vocabularyOf })) {
      if ("fault" in read) continue;
      const states = statesOf(read.trajectory).filter((state) => drawn === null || drawn.has(state.stateId));
      if (states.length > 0) yield { trajectory: read.trajectory, states };
    }
  }

  const owners = drawn === null ? null : new Set([...drawn].map((id) => id.slice(0, id.lastIndexOf(":"))));
  return {
    sha256: await sha256Of(file),
    trajectories: owners?.size ?? trajectories,
    states: drawn?.size ?? ids.length,
    excluded,
    poolOf: ({ trajectoryId, instance }) => {
      const others = (said.get(instance.instance_id) ?? []).filter((one) => one.trajectoryId !== trajectoryId);
      return [...new Set(others.map((one) => one.action))];
    },
    select,
  };
}
