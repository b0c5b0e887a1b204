import type { Policy, PolicySession, Prompt } from "../core/policy.js";
import type { Rng } from "../core/rng.js";
import type {
  ExactActionRow,
  NllActionRow,
  NllTrajectoryRow,
  Observation,
  PairRow,
  SampleRow,
  StateMessagesRow,
  StateRow,
  TrajectoryRow,
} from "../core/rows.js";
import type { Scorer } from "../core/scorer.js";
import type { State } from "../core/state.js";
import type { Task } from "../core/task.js";
import type { Trajectory } from "../core/trajectory.js";
import type { Chooser } from "../injection/choosers.js";
import type { UnitDraws } from "./unit-draws.js";

/** Everything that is the same for every trajectory of a run. */
export interface ProbeContext {
  readonly task: Task;
  readonly scorer: Scorer;
  readonly chooser: Chooser;
  /** Distinct actions saved at other trajectories of an instance. */
  poolOf(trajectory: Trajectory): readonly string[];
  readonly baseline: Policy;
  /** All but the baseline, at least one. */
  readonly candidates: readonly Policy[];
  /** K: draws of each policy at each state. */
  readonly samples: number;
  readonly rng: Rng;
}

/** The same for one trajectory, with a session of each policy. */
export interface UnitContext extends Omit<ProbeContext, "baseline" | "candidates"> {
  readonly baseline: PolicySession;
  readonly candidates: readonly PolicySession[];
}

/** What happened at one state. */
export interface StateResult {
  readonly state: State;
  readonly row: StateRow;
  readonly samples: readonly SampleRow[];
  /** Empty without a small action set. */
  readonly exactActions: readonly ExactActionRow[];
  readonly pairs: readonly PairRow[];
  /** Baseline's probability of each action of the task's small set; null without such a set. */
  readonly probabilities: readonly number[] | null;
}

/** The unit of work: one trajectory. */
export interface Unit {
  readonly trajectory: Trajectory;
  /** Its saved states that take part, in the order of their turns. */
  readonly states: readonly State[];
  /** Results at those states, computed once whoever asks. */
  onTrajectory(): Promise<readonly StateResult[]>;
}

/** Rows of one trajectory, by file. */
export interface UnitRows {
  readonly trajectories: readonly TrajectoryRow[];
  readonly states: readonly StateRow[];
  readonly samples: readonly SampleRow[];
  readonly exactActions: readonly ExactActionRow[];
  readonly pairs: readonly PairRow[];
  readonly nllActions: readonly NllActionRow[];
  readonly nllTrajectories: readonly NllTrajectoryRow[];
  readonly messages: readonly StateMessagesRow[];
  /** States that gave no error state, counted by reason. */
  readonly passedOver: Readonly<Record<string, number>>;
}

export type ProbeRows = Partial<UnitRows>;

/** One way of asking the question. */
export interface Probe {
  readonly name: string;
  readonly description: string;
  /** It scores the saved actions: they are then read together with what is drawn. */
  readonly scoresSaved?: boolean;
  run(unit: Unit, context: UnitContext): Promise<ProbeRows>;
  /** What the summary averages, from the rows of one trajectory alone. */
  observe(rows: UnitRows, draws: UnitDraws): readonly Observation[];
}

export function promptOf(state: State): Prompt {
  return { stateId: state.stateId, messages: state.messages };
}

/** Whether token ids of one policy mean the same to the other. */
export function shareTokenizer(a: PolicySession, b: PolicySession): boolean {
  return a.info.tokenizerSha256 === b.info.tokenizerSha256;
}
