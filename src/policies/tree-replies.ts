import { Fault } from "../core/fault.js";
import type { ActionScore, Decoding } from "../core/policy.js";
import { actionScore, type DrawnTokens, neverSaid } from "./draw-actions.js";
import { longestFirst, type ReplyEngine, type ReplyResult, type ReplySession } from "./reply-engine.js";
import { type Load, type LoadLimits, planLoads } from "./tree-loads.js";
import { type ReadTree, treeOpenings } from "./tree-openings.js";
import type { TreeProgram } from "./tree-program.js";
import type { TokenScore } from "./tree-run.js";
import { treeUsage } from "./tree-usage.js";

/** What all sessions with a model share. */
interface Model {
  readonly description: string;
  readonly program: TreeProgram;
  readonly vocabulary: number;
  readonly decoding: Decoding;
  readonly endTokens: ReadonlySet<number>;
  readonly limits: LoadLimits;
}

/** Log-probabilities that are no numbers come from logits that are none. */
function usable(scores: readonly TokenScore[], where: string): readonly TokenScore[] {
  const broken = scores.findIndex(({ logProb }) => Number.isNaN(logProb));
  if (broken === -1) return scores;
  const got = "NaN or infinite ones";
  throw new Fault({ where: `${where}: token ${broken} of the action`, expected: "finite logits", got });
}

/** Draws of a state as token ids; equal ones are one object, which is read, sent and decoded once. */
function drawnTokens(draws: readonly (readonly TokenScore[])[], where: string): readonly DrawnTokens[] {
  const known = new Map<string, DrawnTokens>();
  return draws.map((draw) => {
    const found = usable(draw, where);
    const tokenIds = found.map(({ token }) => token);
    const drawn = known.get(tokenIds.join()) ?? { tokenIds, logProbs: found.map(({ logProb }) => logProb) };
    known.set(tokenIds.join(), drawn);
    return drawn;
  });
}

function treeSession(model: Model, opening: (tokens: readonly number[]) => Promise<ReadTree>): ReplySession {
  const { program, vocabulary, decoding, endTokens, limits } = model;
  const usage = treeUsage(vocabulary);
  let read: ReadTree | null = null;

  async function run({ trie, cache }: ReadTree, load: Load): Promise<ReadTree> {
    const { kept, fresh, passing, targets, branches, saveTarget, saveBranch } = load;
    const tree = [...trie.tokens.slice(0, kept), ...passing];
    const request = { cache, tree, kept: fresh > 0 ? kept : 0, targets, branches, endTokens };
    const result = await program.run(request, decoding);
    usage.ran(request, result);
    for (const [index, score] of result.targets.entries()) saveTarget[index]?.(score);
    for (const [index, said] of result.branches.entries()) saveBranch[index]?.(said);
    return { trie, cache: result.cache ?? cache };
  }

  function scoreOf(tokens: readonly number[], found: readonly TokenScore[], where: string): ActionScore {
    if (tokens.some((token) => token >= vocabulary)) return neverSaid(tokens);
    const usableScores = usable(found, where);
    const logProbs = usableScores.map(({ logProb }) => logProb);
    const drawLogProbs = usableScores.map(({ drawLogProb }) => drawLogProb);
    return actionScore(tokens, logProbs, drawLogProbs, decoding, endTokens);
  }

  return {
    get usage() {
      return usage.total;
    },
    async answer(requests) {
      const [first] = requests;
      if (first === undefined) return [];
      let here = read ?? (await opening(first.prompt.slice(0, first.shared)));
      if (read === null) usage.opened(first.shared);
      const { trie } = here;
      if (trie.tokens.length !== here.cache.length) throw new Error("a call of this session failed: it cannot go on");
      const leaves: number[] = [];
      for (const index of longestFirst(requests)) leaves[index] = trie.grow(-1, requests[index]?.prompt ?? []);
      const plan = planLoads(trie.tokens, here.cache.length, limits);
      const asked = requests.map(({ sequences, streams }, index) => {
        const after = leaves[index] as number;
        const scores = sequences.map((tokens): TokenScore[] => {
          const found: TokenScore[] = [];
          if (tokens.length === 0 || tokens.some((token) => token >= vocabulary)) return found;
          // Among draws a reply is followed token by token, since they begin alike; alone, it is read in one go.
          if (streams.length > 0) {
            plan.branch({ after, reply: { tokens } }, tokens.length, (said) => found.push(...said));
          } else {
            plan.score(trie.path(after, tokens.slice(0, -1)), tokens, (at, score) => {
              found[at] = score;
            });
          }
          return found;
        });
        const draws = streams.map((stream): TokenScore[] => {
          const found: TokenScore[] = [];
          plan.branch({ after, reply: { stream } }, decoding.maxTokens, (said) => found.push(...said));
          return found;
        });
        return { scores, draws };
      });
      read = here;
      for (const load of plan.loads()) here = await run(here, load);
      read = here;
      const results = requests.map(({ name, sequences }, index): ReplyResult => {
        const { scores, draws } = asked[index] as (typeof asked)[number];
        return {
          scores: sequences.map((tokens, place) => scoreOf(tokens, scores[place] ?? [], name)),
          draws: drawnTokens(draws, name),
        };
      });
      usage.answered(requests, results);
      return results;
    },
  };
}

/** Replies drawn and scored by one program: a session's prompts and replies are one tree, read once. */
export function treeReplies(model: Model): ReplyEngine {
  const { program, vocabulary, decoding, endTokens, limits } = model;
  const opening = treeOpenings(program, vocabulary, async ({ trie, cache }, ids) => {
    trie.grow(-1, ids);
    let longer = cache;
    for (const { kept } of planLoads(trie.tokens, cache.length, limits).loads()) {
      const tree = trie.tokens.slice(0, kept);
      const result = await program.run({ cache: longer, tree, kept, targets: [], branches: [], endTokens }, decoding);
      longer = result.cache ?? longer;
    }
    return longer;
  });
  return { description: model.description, session: () => treeSession(model, opening), close: () => program.close() };
}
