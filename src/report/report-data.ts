import type { Message } from "../core/message.js";
import type { MatchOutcome, SummaryRow } from "../core/rows.js";
import type { Stage, StateKind } from "../core/state.js";

/** What report.html shows: the runs side by side, in the order given. */
export interface ReportData {
  readonly schema: 1;
  readonly runs: readonly RunReport[];
}

export interface RunReport {
  /** Name of the run folder, unique among the runs. */
  readonly name: string;
  readonly task: string;
  readonly baseline: string;
  readonly candidates: readonly string[];
  /** K; null where no actions were drawn. */
  readonly samples: number | null;
  /** What quality means, in a sentence. */
  readonly quality: string;
  /** Facts of the manifest worth seeing, in order: seed, commit, model hashes, counts. */
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  /** All of summary.csv. */
  readonly summary: readonly SummaryRow[];
  /** What the numbers allow one to say, a text for each probe and candidate. */
  readonly verdicts: readonly { readonly probe: string; readonly candidate: string; readonly text: string }[];
  /** What a reader must know beside them: states without error state or score, what intervals do not know. */
  readonly notices: readonly string[];
  /** Qualities of states, baseline against candidate. */
  readonly points: Sampled<QualityPoint>;
  /** NLL of saved actions under a scoring policy, in nats. */
  readonly nll: readonly NllQuantiles[];
  readonly explorer: Sampled<ExplorerState>;
  /** All policies, baseline first: the order of the lists in `ExplorerAction`. */
  readonly policies: readonly string[];
}

/** Some of many: whole trajectories, drawn by the run's seed until the limit is reached. */
export interface Sampled<T> {
  readonly shown: readonly T[];
  readonly total: number;
}

/** Exact where the task's actions are enumerated, else means of K draws. */
export interface QualityPoint {
  readonly stateId: string;
  readonly kind: StateKind;
  readonly candidate: string;
  readonly baselineQuality: number;
  readonly candidateQuality: number;
  readonly outcome: MatchOutcome;
}

export interface NllQuantiles {
  readonly source: string;
  readonly scoredBy: string;
  readonly actions: number;
  /** Of NLL per action: 5, 25, 50, 75 and 95 %. */
  readonly quantiles: readonly number[];
  readonly mean: number;
}

/** One state with what was said there. Neighbours follow from ids: same trajectory, parent, error states. */
export interface ExplorerState {
  readonly id: string;
  readonly trajectory: string;
  readonly kind: StateKind;
  readonly turn: number;
  readonly turns: number;
  readonly stage: Stage;
  readonly turnsLeft: number;
  readonly parent: string | null;
  readonly injected: { readonly action: string; readonly regret: number | null } | null;
  readonly bestQuality: number | null;
  /** What was said since the action of the visited state before it (of an error state: since the injected one), else all. */
  readonly messages: readonly Message[];
  /** The saved action, as said; null at an error state. */
  readonly taken: string | null;
  readonly pairs: readonly ExplorerPair[];
  /** Distinct actions: those drawn and those enumerated, most drawn first. */
  readonly actions: readonly ExplorerAction[];
}

export interface ExplorerPair {
  readonly candidate: string;
  readonly baselineMean: number | null;
  readonly candidateMean: number | null;
  readonly difference: number | null;
  readonly outcome: MatchOutcome | null;
  readonly superiority: number | null;
  readonly baselineExact: number | null;
  readonly candidateExact: number | null;
  /** Chance that the candidate is truly better here, shrunk toward the run's mean; null with fewer than two draws. */
  readonly probabilityBetter: number | null;
}

export interface ExplorerAction {
  /** Canonical; the text as said where that is invalid or too long for a cell of the run's files. */
  readonly action: string;
  readonly valid: boolean;
  readonly quality: number | null;
  /** Why there is no quality. */
  readonly unscored: string | null;
  /** Times drawn, by policy; the baseline's placebo set not counted. */
  readonly counts: readonly number[];
  /** Exact probability, by policy; null where the action is not one of the enumerated. */
  readonly probabilities: readonly (number | null)[];
}
