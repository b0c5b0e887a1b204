import type { Message } from "./message.js";
import type { Stage, StateKind } from "./state.js";

/** Of the candidate against the baseline. */
export type MatchOutcome = "win" | "tie" | "loss";

/** Rows of the run folder's files; keys are the column names of the contract, null is an empty cell. */

export interface TrajectoryRow {
  readonly trajectory_id: string;
  readonly task: string;
  readonly instance_id: string;
  readonly policy: string;
  readonly budget: number;
  readonly turns: number;
  readonly success: boolean;
  readonly termination: string;
}

export interface StateRow {
  readonly state_id: string;
  readonly trajectory_id: string;
  readonly kind: StateKind;
  readonly turn: number;
  readonly turns: number;
  readonly stage: Stage;
  readonly turns_left: number;
  /** JSON. */
  readonly snapshot: string;
  readonly parent_state_id: string | null;
  readonly injected_action: string | null;
  readonly injected_regret: number | null;
  readonly best_quality: number | null;
}

export interface SampleRow {
  readonly state_id: string;
  readonly policy: string;
  readonly sample_index: number;
  readonly action: string;
  readonly parsed: string | null;
  readonly valid: boolean;
  /** Null where the scorer failed; `unscored` says why. */
  readonly quality: number | null;
  readonly regret: number | null;
  readonly tokens: number;
  /** Under the policy that drew it. */
  readonly nll_nats: number;
  /** Null where the baseline never says the action. */
  readonly baseline_nll_nats: number | null;
  /** `placebo`: the baseline's second set, drawn to be compared with its first. */
  readonly sample_set: "main" | "placebo";
  readonly unscored: string | null;
}

/** One action of a task's small set at one state, as one policy with its decoding says it. */
export interface ExactActionRow {
  readonly state_id: string;
  readonly policy: string;
  /** Canonical. */
  readonly action: string;
  /** In [0, 1]; a state's sum is the covered mass. */
  readonly probability: number;
  readonly quality: number | null;
}

export interface PairRow {
  readonly state_id: string;
  readonly kind: StateKind;
  readonly baseline: string;
  readonly candidate: string;
  readonly samples: number;
  /** Null, as all that follows from draws, where a draw has no quality: with fewer draws it would be another quantity. */
  readonly baseline_mean: number | null;
  readonly candidate_mean: number | null;
  readonly difference: number | null;
  readonly outcome: MatchOutcome | null;
  readonly superiority: number | null;
  readonly baseline_exact: number | null;
  readonly candidate_exact: number | null;
  readonly exact_outcome: MatchOutcome | null;
  /** The smaller of the two policies' covered masses. */
  readonly covered_mass: number | null;
  readonly trajectory_id: string;
  readonly turn: number;
  readonly stage: Stage;
  readonly parent_state_id: string | null;
  /** Baseline's second sample set against its first. */
  readonly placebo_outcome: MatchOutcome | null;
  readonly baseline_covered_mass: number | null;
  readonly candidate_covered_mass: number | null;
  readonly best_quality: number | null;
  /** Variance of the K qualities, over K − 1; null, as the halves and what is shrunk, with fewer than two draws. */
  readonly baseline_variance: number | null;
  readonly candidate_variance: number | null;
  /** Difference of means over the first ⌊K/2⌋ draws of both, and over the next ⌊K/2⌋. */
  readonly first_half_difference: number | null;
  readonly second_half_difference: number | null;
  /** Of the whole run's states of this kind: null until they are known. */
  readonly shrunk_difference: number | null;
  /** Chance that the candidate's mean quality is truly higher here. */
  readonly probability_better: number | null;
}

/** What one state added to the conversation, and what was said there. */
export interface StateMessagesRow {
  readonly state_id: string;
  /** Since the action of the visited state before it, or an error state's injected action; else all, replies included. */
  readonly messages: readonly Message[];
  /** The saved action as said; null at an error state. */
  readonly action: string | null;
  /** SHA-256 of the JSON of all messages up to here: what makes two states the same. */
  readonly prompt_sha256: string;
}

export interface NllActionRow {
  readonly trajectory_id: string;
  readonly turn: number;
  readonly turns: number;
  readonly progress: number;
  readonly source_policy: string;
  readonly success: boolean;
  readonly scored_by: string;
  readonly tokens: number;
  /** Null where the scoring policy never says the action: its NLL is infinite. */
  readonly nll_nats: number | null;
  readonly nll_per_token: number | null;
  readonly stage: Stage;
  /** From the log-probabilities that were saved, where the policy that acted scores itself: the engines' disagreement. */
  readonly saved_nll_nats: number | null;
}

export interface NllTrajectoryRow {
  readonly trajectory_id: string;
  readonly source_policy: string;
  readonly success: boolean;
  readonly turns: number;
  readonly tokens: number;
  /** Null, as the candidate's and the log ratio, where it is infinite. */
  readonly baseline_nll_nats: number | null;
  readonly candidate_nll_nats: number | null;
  readonly log_ratio: number | null;
  readonly baseline: string;
  readonly candidate: string;
}

/** One reported quantity at one place: what a row of summary.csv averages. */
export interface Observation {
  readonly probe: string;
  readonly slice: string;
  readonly metric: string;
  readonly baseline: string;
  readonly candidate: string;
  /** Trajectory id: observations of one trajectory are not independent. */
  readonly trajectory: string;
  /** Null where there is no answer: counted in the note, not in the estimate. */
  readonly value: number | null;
  /** A share averages values in [0, 1]; a mean averages anything; a difference is a mean that is held against zero. */
  readonly kind: "share" | "mean" | "difference";
  /** Draws a policy behind this value; null when it was computed without drawing. */
  readonly samples: number | null;
  /** Where it is given, the summary says how much of the value is the noise of drawing; null where one cannot tell. */
  readonly noise?: DrawNoise | null;
  /** Where it is given, the outcome (1 win, 0 tie, −1 loss) under each relabelling of the draws: a test of the share. */
  readonly relabelled?: Int8Array;
}

/** What the draws behind a difference of two means say of its noise. */
export interface DrawNoise {
  /** Variance of one draw's quality, baseline's plus candidate's. */
  readonly variance: number;
  /** The difference by the first half of the draws and by the second. */
  readonly halves: readonly [number, number];
}

export interface SummaryRow {
  readonly task: string;
  readonly probe: string;
  readonly slice: string;
  readonly metric: string;
  readonly baseline: string;
  readonly candidate: string;
  readonly estimate: number | null;
  readonly ci_low: number | null;
  readonly ci_high: number | null;
  readonly method: string;
  readonly states: number;
  readonly trajectories: number;
  readonly samples: number | null;
  readonly published: number | null;
  readonly note: string;
  /** Groups that the interval takes as independent: trajectories, or instances where asked for. */
  readonly clusters: number;
  /** `sign-flip`: of a difference, against zero, by clusters; `relabel`: of a win share, against equal policies. */
  readonly test: string;
  /** Two-sided; null where there is no test. */
  readonly p_value: number | null;
  /** Benjamini and Hochberg's, over the p-values of one probe and candidate. */
  readonly q_value: number | null;
  /** 95 % interval by a cluster bootstrap (BCa), beside the other, for headline numbers. */
  readonly bca_low: number | null;
  readonly bca_high: number | null;
}
