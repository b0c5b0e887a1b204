import type { ActionScore, Decoding } from "../core/policy.js";
import type { Rng } from "../core/rng.js";
import type { TokenTree } from "./token-tree.js";

/** Token ids of one draw, with their log-probabilities (nats, full distribution, temperature 1). */
export interface DrawnTokens {
  readonly tokenIds: readonly number[];
  readonly logProbs: readonly number[];
}

/**
 * Draws as many replies as there are streams, each until its own end token or `maxTokens`. Token i of draw j is the one
 * at number i of stream j in the cumulative decoding distribution.
 */
export async function drawActions(
  tree: TokenTree,
  decoding: Decoding,
  endTokens: ReadonlySet<number>,
  streams: readonly Rng[],
): Promise<readonly DrawnTokens[]> {
  const draws = streams.map((rng) => ({ rng, tokenIds: [] as number[], logProbs: [] as number[] }));
  let active = draws;
  for (let position = 0; position < decoding.maxTokens && active.length > 0; position += 1) {
    await tree.reach(active.map((draw) => draw.tokenIds));
    const before = active.map((draw) => [...draw.tokenIds]);
    active = active.filter((draw) => {
      const here = tree.at(draw.tokenIds);
      const token = here.draw(draw.rng.uniform(position));
      draw.tokenIds.push(token);
      draw.logProbs.push(here.logProb(token));
      return !endTokens.has(token);
    });
    tree.forget(before);
  }
  return draws.map(({ tokenIds, logProbs }) => ({ tokenIds, logProbs }));
}

/** Whether an id is one of the vocabulary. */
export function isToken(id: number, vocabulary: number): boolean {
  return Number.isInteger(id) && id >= 0 && id < vocabulary;
}

/** The score of tokens that hold an id outside the vocabulary: no policy says them. */
export function neverSaid(tokenIds: readonly number[]): ActionScore {
  return { tokenIds, logProbs: tokenIds.map(() => -Infinity), drawLogProb: -Infinity };
}

/**
 * The score of a whole reply from those of its tokens. A draw ends at `maxTokens`: a longer reply is never drawn, and one
 * that lacks only its end token there is drawn without it.
 */
export function actionScore(
  tokenIds: readonly number[],
  logProbs: readonly number[],
  drawLogProbs: readonly number[],
  decoding: Decoding,
  endTokens: ReadonlySet<number>,
): ActionScore {
  const last = tokenIds[tokenIds.length - 1];
  const spoken = last !== undefined && endTokens.has(last) ? tokenIds.length - 1 : tokenIds.length;
  if (spoken > decoding.maxTokens) return { tokenIds, logProbs, drawLogProb: -Infinity };
  const drawn = drawLogProbs.slice(0, decoding.maxTokens);
  return { tokenIds, logProbs, drawLogProb: drawn.reduce((total, logProb) => total + logProb, 0) };
}

/** Scores tokens that the tree was followed along. */
export function scoreTokens(
  tree: TokenTree,
  decoding: Decoding,
  endTokens: ReadonlySet<number>,
  vocabulary: number,
  tokenIds: readonly number[],
): ActionScore {
  if (!tokenIds.every((token) => isToken(token, vocabulary))) return neverSaid(tokenIds);
  const places = tokenIds.map((token, position) => ({ token, here: tree.at(tokenIds.slice(0, position)) }));
  const logProbs = places.map(({ token, here }) => here.logProb(token));
  const drawLogProbs = places.map(({ token, here }) => here.drawLogProb(token));
  return actionScore(tokenIds, logProbs, drawLogProbs, decoding, endTokens);
}
