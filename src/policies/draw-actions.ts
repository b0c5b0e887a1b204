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
    active = active.filter((draw) => {
      const here = tree.at(draw.tokenIds);
      const token = here.draw(draw.rng.uniform(position));
      draw.tokenIds.push(token);
      draw.logProbs.push(here.logProb(token));
      return !endTokens.has(token);
    });
  }
  return draws.map(({ tokenIds, logProbs }) => ({ tokenIds, logProbs }));
}

/** Scores token sequences that the tree was followed along. */
export function scoreTokens(tree: TokenTree, tokenIds: readonly number[]): ActionScore {
  const logProbs: number[] = [];
  let drawLogProb = 0;
  tokenIds.forEach((token, position) => {
    const here = tree.at(tokenIds.slice(0, position));
    logProbs.push(here.logProb(token));
    drawLogProb += here.drawLogProb(token);
  });
  return { tokenIds, logProbs, drawLogProb };
}
