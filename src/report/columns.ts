import type {
  ExactActionRow,
  NllActionRow,
  NllTrajectoryRow,
  PairRow,
  SampleRow,
  StateRow,
  SummaryRow,
  TrajectoryRow,
} from "../core/rows.js";
import { boolean, type Columns, number, optionalNumber, optionalText, text } from "./column.js";

const trajectories: Columns<TrajectoryRow> = {
  trajectory_id: text,
  task: text,
  instance_id: text,
  policy: text,
  budget: number,
  turns: number,
  success: boolean,
  termination: text,
};

const states: Columns<StateRow> = {
  state_id: text,
  trajectory_id: text,
  kind: text,
  turn: number,
  turns: number,
  stage: text,
  turns_left: number,
  snapshot: text,
  parent_state_id: optionalText,
  injected_action: optionalText,
  injected_regret: optionalNumber,
  best_quality: optionalNumber,
};

const samples: Columns<SampleRow> = {
  state_id: text,
  policy: text,
  sample_index: number,
  action: text,
  parsed: optionalText,
  valid: boolean,
  quality: optionalNumber,
  regret: optionalNumber,
  tokens: number,
  nll_nats: number,
  baseline_nll_nats: optionalNumber,
  sample_set: text,
  unscored: optionalText,
};

const exactActions: Columns<ExactActionRow> = {
  state_id: text,
  policy: text,
  action: text,
  probability: number,
  quality: optionalNumber,
};

const pairs: Columns<PairRow> = {
  state_id: text,
  kind: text,
  baseline: text,
  candidate: text,
  samples: number,
  baseline_mean: optionalNumber,
  candidate_mean: optionalNumber,
  difference: optionalNumber,
  outcome: optionalText,
  superiority: optionalNumber,
  baseline_exact: optionalNumber,
  candidate_exact: optionalNumber,
  exact_outcome: optionalText,
  covered_mass: optionalNumber,
  trajectory_id: text,
  turn: number,
  stage: text,
  parent_state_id: optionalText,
  placebo_outcome: optionalText,
  baseline_covered_mass: optionalNumber,
  candidate_covered_mass: optionalNumber,
  best_quality: optionalNumber,
  baseline_variance: optionalNumber,
  candidate_variance: optionalNumber,
  first_half_difference: optionalNumber,
  second_half_difference: optionalNumber,
  shrunk_difference: optionalNumber,
  probability_better: optionalNumber,
};

const summary: Columns<SummaryRow> = {
  task: text,
  probe: text,
  slice: text,
  metric: text,
  baseline: text,
  candidate: text,
  estimate: optionalNumber,
  ci_low: optionalNumber,
  ci_high: optionalNumber,
  method: text,
  states: number,
  trajectories: number,
  samples: optionalNumber,
  published: optionalNumber,
  note: text,
  clusters: number,
  test: text,
  p_value: optionalNumber,
  q_value: optionalNumber,
  bca_low: optionalNumber,
  bca_high: optionalNumber,
};

const nllActions: Columns<NllActionRow> = {
  trajectory_id: text,
  turn: number,
  turns: number,
  progress: number,
  source_policy: text,
  success: boolean,
  scored_by: text,
  tokens: number,
  nll_nats: optionalNumber,
  nll_per_token: optionalNumber,
  stage: text,
  saved_nll_nats: optionalNumber,
};

const nllTrajectories: Columns<NllTrajectoryRow> = {
  trajectory_id: text,
  source_policy: text,
  success: boolean,
  turns: number,
  tokens: number,
  baseline_nll_nats: optionalNumber,
  candidate_nll_nats: optionalNumber,
  log_ratio: optionalNumber,
  baseline: text,
  candidate: text,
};

/** Columns of each CSV of a run folder: those of the contract in its order, then what was added since. */
export const columns = { trajectories, states, samples, exactActions, pairs, summary, nllActions, nllTrajectories };
