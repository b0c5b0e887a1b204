import { Fault } from "../core/fault.js";
import type { ActionScore, Decoding } from "../core/policy.js";
import type { Rng } from "../core/rng.js";
import { actionScore, type DrawnTokens, isToken, neverSaid } from "./draw-actions.js";
import {
  longestFirst,
  type ReplyEngine,
  type ReplyRequest,
  type ReplyResult,
  type ReplySession,
} from "./reply-engine.js";
import type { TokenTrie } from "./token-trie.js";
import { type Load, type LoadLimits, type LoadPlan, planLoads } from "./tree-loads.js";
import { type ReadTree, treeOpenings } from "./tree-openings.js";
import type { TreeProgram } from "./tree-program.js";
import { childrenFrom, railDraws } from "./tree-rails.js";
import type { PickedToken, TokenScore } from "./tree-run.js";
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

/** Tokens of a reply that is read together with its prompt: draws then go along it, and states may branch off from it. */
const SHORT_REPLY = 16;

/** Log-probabilities that are no numbers come from logits that are none. */
function usable<T extends PickedToken>(scores: readonly T[], where: string): readonly T[] {
  const broken = scores.findIndex(({ logProb }) => Number.isNaN(logProb));
  if (broken === -1) return scores;
  const got = "NaN or infinite ones";
  throw new Fault({ where: `${where}: token ${broken} of the action`, expected: "finite logits", got });
}

/** Draws of a state as token ids; equal ones are one object, which is read, sent and decoded once. */
function drawnTokens(draws: readonly (readonly PickedToken[])[], where: string): readonly DrawnTokens[] {
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
  /** By prompt and reply: a reply that was scored is not read again. */
  const scored = new Map<string, TokenScore[]>();
  let read: ReadTree | null = null;
  let isBroken = false;

  async function run({ trie, cache }: ReadTree, load: Load): Promise<ReadTree> {
    const { kept, fresh, passing, targets, picks, branches, saveTarget, savePick, saveBranch } = load;
    const tree = [...trie.tokens.slice(0, kept), ...passing];
    const request = { cache, tree, kept: fresh > 0 ? kept : 0, targets, picks, branches, endTokens };
    const result = await program.run(request, decoding);
    usage.ran(request, result);
    for (const [index, score] of result.targets.entries()) saveTarget[index]?.(score);
    for (const [index, picked] of result.picks.entries()) savePick[index]?.(picked);
    for (const [index, said] of result.branches.entries()) saveBranch[index]?.(said);
    return { trie, cache: result.cache ?? cache };
  }

  const isSayable = (tokens: readonly number[]): boolean =>
    tokens.length > 0 && tokens.every((token) => isToken(token, vocabulary));

  /** A request in two stages: along the tree, whose tokens are read anyway, and behind it. */
  function askReply(
    trie: TokenTrie,
    children: ReadonlyMap<number, readonly number[]>,
    leaf: number,
    request: ReplyRequest,
    levels: number,
  ) {
    const { sequences, streams } = request;
    const keyOf = (tokens: readonly number[]): string => `${leaf} ${tokens.join()}`;
    const scores = sequences.map((tokens): TokenScore[] => scored.get(keyOf(tokens)) ?? []);
    const draws = streams.map((): PickedToken[] => []);
    const paths = sequences.map((tokens) => trie.path(leaf, tokens.slice(0, -1)));
    const isAsked = (tokens: readonly number[]): boolean => isSayable(tokens) && !scored.has(keyOf(tokens));
    const asked = sequences.map(isAsked);
    for (const [place, tokens] of sequences.entries()) scored.set(keyOf(tokens), scores[place] as TokenScore[]);
    const rails = streams.length === 0 ? null : railDraws(trie, children, leaf, streams, decoding, endTokens, levels);
    return {
      scores,
      draws,
      along(plan: LoadPlan): void {
        for (const [place, tokens] of sequences.entries()) {
          if (!asked[place]) continue;
          const path = paths[place] as readonly number[];
          // Among draws the rest is followed token by token, since they begin alike; alone, it is read in one go.
          plan.score(path, rails === null ? tokens : tokens.slice(0, path.length), (at, score) => {
            (scores[place] as TokenScore[])[at] = score;
          });
        }
        rails?.ask(plan);
      },
      behind(plan: LoadPlan): void {
        if (rails === null) return;
        for (const [place, tokens] of sequences.entries()) {
          const { length, [length - 1]: last } = paths[place] as readonly number[];
          const rest = tokens.slice(length);
          if (!asked[place] || rest.length === 0 || last === undefined) continue;
          plan.branch(last, tokens[length - 1] as number, { tokens: rest }, rest.length, (said) => {
            scores[place]?.push(...said);
          });
        }
        for (const [place, { said, leftAt }] of rails.walked().entries()) {
          const [draw, stream] = [draws[place] as PickedToken[], streams[place] as Rng];
          draw.push(...said);
          if (leftAt === null) continue;
          const from = said.length;
          const { token } = said[from - 1] as PickedToken;
          plan.branch(leftAt, token, { stream, from }, decoding.maxTokens - from, (more) => draw.push(...more));
        }
      },
    };
  }

  function scoreOf(tokens: readonly number[], found: readonly TokenScore[], where: string): ActionScore {
    if (!tokens.every((token) => isToken(token, vocabulary))) return neverSaid(tokens);
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
      if (isBroken) throw new Error("a call of this session failed: it cannot go on");
      isBroken = true;
      const leaves: number[] = [];
      for (const index of longestFirst(requests)) leaves[index] = trie.grow(-1, requests[index]?.prompt ?? []);
      for (const [index, { sequences, streams }] of requests.entries()) {
        const most = Math.min(limits.rows, limits.tokens);
        // Replies too long for one run are read as prompts are, in parts.
        const isKept = (length: number): boolean => (streams.length === 0 ? length > most : length <= SHORT_REPLY);
        for (const tokens of sequences.filter(({ length }) => isKept(length))) {
          if (isSayable(tokens)) trie.grow(leaves[index] as number, tokens.slice(0, -1));
        }
      }
      const children = childrenFrom(trie, here.cache.length);
      const drawn = requests.reduce((sum, { streams }) => sum + streams.length, 0);
      const levels = Math.min(SHORT_REPLY, Math.max(1, Math.floor(limits.rows / Math.max(1, drawn))));
      const replies = requests.map((request, index) =>
        askReply(trie, children, leaves[index] as number, request, levels),
      );
      read = here;
      for (const stage of ["along", "behind"] as const) {
        const plan = planLoads(trie.tokens, here.cache.length, limits);
        for (const reply of replies) reply[stage](plan);
        for (const load of plan.loads()) here = await run(here, load);
      }
      read = here;
      const results = requests.map(({ name, sequences }, index): ReplyResult => {
        const { scores, draws } = replies[index] as (typeof replies)[number];
        return {
          scores: sequences.map((tokens, place) => scoreOf(tokens, scores[place] ?? [], name)),
          draws: drawnTokens(draws, name),
        };
      });
      usage.answered(requests, results);
      isBroken = false;
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
      const request = { cache: longer, tree, kept, targets: [], picks: [], branches: [], endTokens };
      const result = await program.run(request, decoding);
      longer = result.cache ?? longer;
    }
    return longer;
  });
  return { description: model.description, session: () => treeSession(model, opening), close: () => program.close() };
}
