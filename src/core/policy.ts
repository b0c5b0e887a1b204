import type { Message } from "./message.js";
import type { Rng } from "./rng.js";

/** How a policy turns its distribution into tokens. */
export interface Decoding {
  /** 0 is greedy. */
  readonly temperature: number;
  /** Keep the k most probable tokens; 0 keeps all. */
  readonly topK: number;
  /** Keep the fewest tokens that hold this mass, in (0, 1]; 1 keeps all. */
  readonly topP: number;
  /** Most tokens an action may have, its end token included. */
  readonly maxTokens: number;
}

/** What a policy says of itself; goes into the manifest as it is. */
export interface PolicyInfo {
  readonly name: string;
  readonly folder: string;
  readonly modelSha256: string;
  readonly tokenizerSha256: string;
  /** Of everything else that decides what the model reads and when it ends: configuration, chat template, end tokens. */
  readonly settingsSha256: string;
  /** Width of the distribution, in tokens. */
  readonly vocabulary: number;
  /** Most tokens prompt and action may have together; null when the model does not say. */
  readonly contextLength: number | null;
  readonly device: string;
  /** What makes the tokens: `compiled`, or `loop` with the reason. */
  readonly engine: string;
  readonly decoding: Decoding;
  /** Settings of generation_config.json that change a distribution and are not applied: `repetition_penalty 1.1`. */
  readonly ignoredSettings: readonly string[];
}

/** Where a policy is asked to act. */
export interface Prompt {
  /** Of its own in a session: the same id is the same prompt. */
  readonly stateId: string;
  readonly messages: readonly Message[];
}

/** One action drawn from a policy. */
export interface DrawnAction {
  readonly text: string;
  /** As generated, end token included when there was one. */
  readonly tokenIds: readonly number[];
  /** Per token, nats: full distribution at temperature 1, whatever the decoding. */
  readonly logProbs: readonly number[];
}

/** An action to score: by its ids where they are known for this policy's tokenizer, else by its text. */
export interface ActionToScore {
  readonly text: string;
  readonly tokenIds?: readonly number[];
}

export interface ActionScore {
  readonly tokenIds: readonly number[];
  /** Per token, nats: full distribution at temperature 1. */
  readonly logProbs: readonly number[];
  /** Log of the chance that this policy, with its decoding, draws exactly these tokens; −Infinity when it never does. */
  readonly drawLogProb: number;
}

export interface SampleOptions {
  /** Actions to draw at each state. */
  readonly samples: number;
  /** Parent of every stream: draw j at a state uses `rng.child(name, stateId, j)`, token i its number i. */
  readonly rng: Rng;
  /** Of each state, replies to score besides; where they begin like draws they cost nothing more. */
  readonly replies: readonly (readonly ActionToScore[])[];
}

/** What a policy gives at one state. */
export interface StateDraws {
  readonly actions: readonly DrawnAction[];
  /** One for each reply to score, in order. */
  readonly scores: readonly ActionScore[];
}

/**
 * Asks a policy about one trajectory, one call after the other. What a call has read is remembered: whatever begins
 * like it costs nothing, so score the saved actions first, then draw, then go to states that branch off.
 */
export interface PolicySession {
  readonly info: PolicyInfo;
  /** Whether the prompt and an action of `maxTokens` fit the context: one for each state. The other calls throw if not. */
  fits(states: readonly Prompt[]): Promise<readonly boolean[]>;
  /** `samples` actions for each state, one result a state. */
  sample(states: readonly Prompt[], options: SampleOptions): Promise<readonly StateDraws[]>;
  /** Scores of `actions[state][i]`: result[state][i]. */
  score(
    states: readonly Prompt[],
    actions: readonly (readonly ActionToScore[])[],
  ): Promise<readonly (readonly ActionScore[])[]>;
  /** Lets go of what was remembered. */
  close(): Promise<void>;
}

/** Tokens that a model has read for its sessions; openings that all of them share are read once and counted nowhere. */
export interface TokenUsage {
  readonly read: number;
  /** Each counted once behind what leads to it, in one session. */
  readonly distinct: number;
}

/** A model with its decoding settings. */
export interface Policy {
  readonly info: PolicyInfo;
  /** Of the sessions that were closed; null where nobody counts. */
  readonly usage: TokenUsage | null;
  /** Begins work on a trajectory. Sessions know nothing of each other: their order changes no result. */
  session(): PolicySession;
  close(): Promise<void>;
}

/** The score of action `index` at state `state`; throws when the policy gave none. */
export function scoreAt(scores: readonly (readonly ActionScore[])[], state: number, index: number): ActionScore {
  const score = scores[state]?.[index];
  if (score === undefined) throw new Error(`a policy left action ${index} of state ${state} unscored`);
  return score;
}

/** −Σ log π of an action's tokens, in nats. */
export function nllNats(logProbs: readonly number[]): number {
  let total = 0;
  for (const logProb of logProbs) total -= logProb;
  return total;
}
