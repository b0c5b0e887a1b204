import type { ActionScore, TokenUsage } from "../core/policy.js";
import type { Rng } from "../core/rng.js";
import type { DrawnTokens } from "./draw-actions.js";

/** A prompt, and what is asked behind it. */
export interface ReplyRequest {
  /** What a fault calls the place. */
  readonly name: string;
  /** At least one token. */
  readonly prompt: readonly number[];
  /** How many of its first tokens other conversations are likely to begin with; less than all. */
  readonly shared: number;
  /** Replies to score, as token ids. */
  readonly sequences: readonly (readonly number[])[];
  /** One for each reply to draw: token i is drawn at number i. */
  readonly streams: readonly Rng[];
}

export interface ReplyResult {
  /** One for each sequence. */
  readonly scores: readonly ActionScore[];
  /** One for each stream. */
  readonly draws: readonly DrawnTokens[];
}

/** Answers about one trajectory; what prompts share, also with those of earlier calls, may be read once. */
export interface ReplySession {
  answer(requests: readonly ReplyRequest[]): Promise<readonly ReplyResult[]>;
  /** Null where nobody counts. */
  readonly usage: TokenUsage | null;
}

/**
 * Draws and scores replies behind prompts. Order and grouping depend on the requests of a session alone, so that results do
 * not vary from run to run. Throws a Fault where logits are NaN or infinite.
 */
export interface ReplyEngine {
  /** `compiled`, or why it is not. */
  readonly description: string;
  session(): ReplySession;
  close(): Promise<void>;
}

/** How many tokens two sequences share at their beginnings. */
export function sharedLength(a: readonly number[], b: readonly number[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

/** Indices of the longest prompts first, equal ones in their order: others are often beginnings of theirs. */
export function longestFirst(requests: readonly ReplyRequest[]): readonly number[] {
  const lengthAt = (index: number): number => (requests[index] as ReplyRequest).prompt.length;
  return requests.map((_, index) => index).sort((a, b) => lengthAt(b) - lengthAt(a) || a - b);
}
