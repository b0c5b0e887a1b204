import { keyedRng } from "../core/rng.js";
import type { ReplyEngine, ReplyRequest } from "./reply-engine.js";

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

/**
 * Whether an engine scores as the reference does, on a made-up conversation that branches; null when it does. What a
 * compiled decoder takes for granted of a model is seen here before anything is drawn from it.
 */
export async function reasonFromCheck(
  engine: ReplyEngine,
  reference: ReplyEngine,
  vocabulary: number,
): Promise<string | null> {
  const tokens = (count: number, from: number): readonly number[] =>
    Array.from({ length: count }, (_, index) => ((from + index) * 7 + 3) % vocabulary);
  const prompts = [tokens(5, 0), [...tokens(5, 0), ...tokens(4, 9)], [...tokens(4, 0), ...tokens(3, 20)]];
  const requestsWith = (streams: ReplyRequest["streams"]): readonly ReplyRequest[] =>
    prompts.map((prompt, index) => ({
      name: "a check of the model",
      prompt,
      shared: 0,
      sequences: [tokens(4, 9 + index), tokens(2, 30)],
      streams,
    }));
  const others = await faultless(() => reference.session().answer(requestsWith([])));
  // A model that has no usable logits here is none of the compiler's business: whoever asks it will hear so.
  if (others instanceof Error) return null;
  const session = engine.session();
  let farthest = 0;
  // Replies are read in one go, or, among draws, token by token.
  for (const streams of [[], [keyedRng("check")]]) {
    const some = await faultless(() => session.answer(requestsWith(streams)));
    if (some instanceof Error) return `compiled, it fails: ${some.message}`;
    some.forEach(({ scores }, index) => {
      scores.forEach(({ logProbs }, place) => {
        logProbs.forEach((logProb, at) => {
          const other = others[index]?.scores[place]?.logProbs[at] ?? Number.NaN;
          farthest = Math.max(farthest, logProb === other ? 0 : Math.abs(logProb - other));
        });
      });
    });
  }
  if (farthest <= NEARLY) return null;
  return `compiled, it gives other log-probabilities, ${farthest.toPrecision(2)} nats a token apart`;
}
