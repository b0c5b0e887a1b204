import { keyedRng } from "../core/rng.js";
import type { ReplyEngine, ReplyRequest, ReplyResult } from "./reply-engine.js";

/** Log-probabilities of a token, in nats, that two ways of computing one model may be apart. */
const NEARLY = 0.05;

/** What `work` gives, or the error it ends with. */
async function faultless<T>(work: () => Promise<T>): Promise<T | Error> {
  try {
    return await work();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** A made-up conversation that branches, with replies to score; another one for each `turn`. */
function requestsWith(vocabulary: number, turn: number, streams: ReplyRequest["streams"]): readonly ReplyRequest[] {
  const tokens = (count: number, from: number): readonly number[] =>
    Array.from({ length: count }, (_, index) => ((from + index) * 7 + 3 + turn * 11) % vocabulary);
  const prompts = [tokens(5, 0), [...tokens(5, 0), ...tokens(4, 9)], [...tokens(4, 0), ...tokens(3, 20)]];
  return prompts.map((prompt, index) => ({
    name: "a check of the model",
    prompt,
    shared: 0,
    sequences: [tokens(4, 9 + index), tokens(2, 30)],
    streams,
  }));
}

/** What the reference says of a made-up conversation. */
export interface CheckAnswers {
  readonly turn: number;
  readonly results: readonly ReplyResult[];
}

const TURNS = 5;

/** What the reference says where it has usable logits; the last error where it has none in any of some conversations. */
export async function checkAnswers(reference: ReplyEngine, vocabulary: number): Promise<CheckAnswers | Error> {
  let failure = new Error("no conversation was tried");
  for (let turn = 0; turn < TURNS; turn += 1) {
    const results = await faultless(() => reference.session().answer(requestsWith(vocabulary, turn, [])));
    if (!(results instanceof Error)) return { turn, results };
    failure = results;
  }
  return failure;
}

/**
 * Why an engine is not to be used: on the made-up conversation it scores otherwise than the reference did. Null when it
 * scores alike. What a compiled decoder takes for granted of a model is seen here before anything is drawn from it.
 */
export async function reasonFromCheck(
  engine: ReplyEngine,
  vocabulary: number,
  expected: CheckAnswers | Error,
): Promise<string | null> {
  if (expected instanceof Error) return `it cannot be checked: ${expected.message}`;
  const session = engine.session();
  let farthest = 0;
  // Replies are read in one go, or, among draws, token by token.
  for (const streams of [[], [keyedRng("check")]]) {
    const found = await faultless(() => session.answer(requestsWith(vocabulary, expected.turn, streams)));
    if (found instanceof Error) return `compiled, it fails: ${found.message}`;
    const logProbsOf = (results: readonly ReplyResult[]): readonly number[] =>
      results.flatMap(({ scores }) => scores.flatMap(({ logProbs }) => logProbs));
    const others = logProbsOf(expected.results);
    for (const [at, logProb] of logProbsOf(found).entries()) {
      const other = others[at] ?? Number.NaN;
      farthest = Math.max(farthest, logProb === other ? 0 : Math.abs(logProb - other));
    }
  }
  if (farthest <= NEARLY) return null;
  return `compiled, it gives other log-probabilities, ${farthest.toPrecision(2)} nats a token apart`;
}
