import { Fault } from "../core/fault.js";
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

/** A made-up conversation that branches, with replies to score. */
function requestsWith(vocabulary: number, streams: ReplyRequest["streams"]): readonly ReplyRequest[] {
  const tokens = (count: number, from: number): readonly number[] =>
    Array.from({ length: count }, (_, index) => ((from + index) * 7 + 3) % vocabulary);
  const prompts = [tokens(5, 0), [...tokens(5, 0), ...tokens(4, 9)], [...tokens(4, 0), ...tokens(3, 20)]];
  return prompts.map((prompt, index) => ({
    name: "a check of the model",
    prompt,
    shared: 0,
    sequences: [tokens(4, 9 + index), tokens(2, 30)],
    streams,
  }));
}

/** What the reference says of it; a Fault where the model has no usable logits there. */
export async function checkAnswers(
  reference: ReplyEngine,
  vocabulary: number,
): Promise<readonly ReplyResult[] | Error> {
  return faultless(() => reference.session().answer(requestsWith(vocabulary, [])));
}

/**
 * Why an engine is not to be used: on the made-up conversation it scores otherwise than the reference did. Null when it
 * scores alike. What a compiled decoder takes for granted of a model is seen here before anything is drawn from it.
 */
export async function reasonFromCheck(
  engine: ReplyEngine,
  vocabulary: number,
  expected: readonly ReplyResult[] | Error,
): Promise<string | null> {
  // A model without usable logits is none of the compiler's business: whoever asks it will hear so.
  if (expected instanceof Fault) return null;
  if (expected instanceof Error) return `it cannot be checked: ${expected.message}`;
  const session = engine.session();
  let farthest = 0;
  // Replies are read in one go, or, among draws, token by token.
  for (const streams of [[], [keyedRng("check")]]) {
    const found = await faultless(() => session.answer(requestsWith(vocabulary, streams)));
    if (found instanceof Error) return `compiled, it fails: ${found.message}`;
    const logProbsOf = (results: readonly ReplyResult[]): readonly number[] =>
      results.flatMap(({ scores }) => scores.flatMap(({ logProbs }) => logProbs));
    const others = logProbsOf(expected);
    for (const [at, logProb] of logProbsOf(found).entries()) {
      const other = others[at] ?? Number.NaN;
      farthest = Math.max(farthest, logProb === other ? 0 : Math.abs(logProb - other));
    }
  }
  if (farthest <= NEARLY) return null;
  return `compiled, it gives other log-probabilities, ${farthest.toPrecision(2)} nats a token apart`;
}
