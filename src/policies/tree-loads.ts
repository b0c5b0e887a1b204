import type { Branch, Pick, PickedToken, Target, TokenScore, TreeToken } from "./tree-run.js";

/** What one run of a program may hold; it bounds memory, whatever is asked. */
export interface LoadLimits {
  /** Tokens to read before anything is drawn. */
  readonly tokens: number;
  /** Distributions held at once. */
  readonly rows: number;
  /** Tokens that branches may add, each taken for its longest. */
  readonly drawnTokens: number;
}

/** One run: tokens that the tree keeps, tokens for this run alone, and what is asked behind them. */
export interface Load {
  /** Tokens of the tree once this run has read its own. */
  readonly kept: number;
  /** How many of these are read here. */
  readonly fresh: number;
  /** Read here, and not kept. Their parents count the kept tokens first. */
  readonly passing: readonly TreeToken[];
  readonly targets: readonly Target[];
  readonly picks: readonly Pick[];
  readonly branches: readonly Branch[];
  readonly saveTarget: readonly ((score: TokenScore) => void)[];
  readonly savePick: readonly ((picked: PickedToken) => void)[];
  readonly saveBranch: readonly ((said: readonly TokenScore[]) => void)[];
}

/** Plans the runs of one call: the tokens of the tree first, in their order, then what is asked. */
export interface LoadPlan {
  /** A reply to score: `path` are the tokens of the tree it goes along, first the one it follows. */
  score(path: readonly number[], tokens: readonly number[], save: (place: number, score: TokenScore) => void): void;
  /** Tokens to draw behind one of the tree. */
  pick(after: number, uniforms: readonly number[], save: (place: number, picked: PickedToken) => void): void;
  /** What follows `token` behind a token of the tree: a branch of at most `longest` tokens. */
  branch(
    after: number,
    token: number,
    reply: Branch["reply"],
    longest: number,
    save: (said: readonly TokenScore[]) => void,
  ): void;
  loads(): readonly Load[];
}

interface OpenLoad extends Load {
  kept: number;
  fresh: number;
  readonly passing: TreeToken[];
  readonly targets: Target[];
  readonly picks: Pick[];
  readonly branches: Branch[];
  readonly saveTarget: ((score: TokenScore) => void)[];
  readonly savePick: ((picked: PickedToken) => void)[];
  readonly saveBranch: ((said: readonly TokenScore[]) => void)[];
  readonly wanted: Set<number>;
  /** Passing tokens by what they follow and say. */
  readonly known: Map<string, number>;
  drawnTokens: number;
}

/** Distributions that a run holds: of the tokens it reads, and of what is drawn. */
function rowsOf({ wanted, picks, branches }: OpenLoad): number {
  return wanted.size + picks.length + branches.length;
}

/**
 * @param tree all tokens to be kept, those of earlier calls among them
 * @param read how many of these are in the cache
 */
export function planLoads(tree: readonly TreeToken[], read: number, limits: LoadLimits): LoadPlan {
  /** What is asked behind tokens that this call is the first to read, and how much of it. */
  const along = new Map<number, ((load: OpenLoad) => void)[]>();
  /** What is asked after the tree is read: needs room, and is then put into the load. */
  const later: { readonly tokens: number; readonly rows: number; readonly drawn: number; put(load: OpenLoad): void }[] =
    [];

  const opened = (kept: number): OpenLoad => ({
    kept,
    fresh: 0,
    passing: [],
    targets: [],
    picks: [],
    branches: [],
    saveTarget: [],
    savePick: [],
    saveBranch: [],
    wanted: new Set(),
    known: new Map(),
    drawnTokens: 0,
  });

  function ask(load: OpenLoad, after: number, token: number, save: (score: TokenScore) => void): void {
    load.wanted.add(after);
    load.targets.push({ after, token });
    load.saveTarget.push(save);
  }

  function askAlong(index: number, put: (load: OpenLoad) => void): void {
    along.set(index, [...(along.get(index) ?? []), put]);
  }

  function draw(load: OpenLoad, after: number, uniform: number, save: (picked: PickedToken) => void): void {
    load.wanted.add(after);
    load.picks.push({ after, uniform });
    load.savePick.push(save);
  }

  function passing(load: OpenLoad, key: string, token: TreeToken): number {
    const index = load.known.get(key) ?? load.kept + load.passing.length;
    if (!load.known.has(key)) load.passing.push(token);
    load.known.set(key, index);
    return index;
  }

  /** A token of the tree as this run knows it: its distribution is lost once the run that read it is over. */
  function current(load: OpenLoad, index: number): number {
    if (index >= load.kept - load.fresh) return index;
    return passing(load, `again ${index}`, tree[index] as TreeToken);
  }

  function extended(load: OpenLoad, parent: number, place: number, token: number): number {
    return passing(load, `${parent} ${token}`, { token, parent, place });
  }

  return {
    score(path, tokens, save) {
      const isNew = (index: number | undefined): boolean => index !== undefined && index >= read;
      tokens.forEach((token, at) => {
        const index = path[at];
        if (index === undefined || !isNew(index)) return;
        askAlong(index, (load) => ask(load, index, token, (score) => save(at, score)));
      });
      const missing = tokens.flatMap((_, at) => (isNew(path[at]) ? [] : [at]));
      if (missing.length === 0) return;
      later.push({
        tokens: missing.length,
        rows: missing.length,
        drawn: 0,
        put(load) {
          let last = path[path.length - 1] as number;
          const start = (tree[last] as TreeToken).place;
          for (const at of missing) {
            const isPast = at < path.length;
            if (!isPast) last = extended(load, last, start + at - path.length + 1, tokens[at - 1] as number);
            const after = isPast ? current(load, path[at] as number) : last;
            ask(load, after, tokens[at] as number, (score) => save(at, score));
          }
        },
      });
    },
    pick(after, uniforms, save) {
      for (let first = 0; first < uniforms.length; first += limits.rows) {
        const some = uniforms.slice(first, first + limits.rows);
        const put = (load: OpenLoad, index: number): void => {
          for (const [at, uniform] of some.entries()) {
            draw(load, index, uniform, (picked) => save(first + at, picked));
          }
        };
        if (after >= read && first === 0) askAlong(after, (load) => put(load, after));
        else later.push({ tokens: 1, rows: some.length, drawn: 0, put: (load) => put(load, current(load, after)) });
      }
    },
    branch(after, token, reply, longest, save) {
      later.push({
        tokens: 1,
        rows: 1,
        drawn: longest,
        put(load) {
          const last = extended(load, after, (tree[after] as TreeToken).place + 1, token);
          load.wanted.add(last);
          load.branches.push({ after: last, reply });
          load.saveBranch.push(save);
          load.drawnTokens += longest;
        },
      });
    },
    loads() {
      const all: OpenLoad[] = [];
      let load = opened(read);
      const next = (): void => {
        all.push(load);
        load = opened(load.kept);
      };
      for (let index = read; index < tree.length; index += 1) {
        const asked = along.get(index) ?? [];
        const isFull = load.fresh >= limits.tokens || (asked.length > 0 && rowsOf(load) >= limits.rows);
        if (isFull) next();
        load.kept += 1;
        load.fresh += 1;
        for (const put of asked) put(load);
      }
      for (const { tokens, rows, drawn, put } of later) {
        const isEmpty = load.fresh + rowsOf(load) === 0;
        const isFull =
          load.fresh + load.passing.length + tokens > limits.tokens ||
          rowsOf(load) + rows > limits.rows ||
          load.drawnTokens + drawn > limits.drawnTokens;
        if (isFull && !isEmpty) next();
        put(load);
      }
      all.push(load);
      return all.filter((one) => one.fresh + rowsOf(one) > 0);
    },
  };
}
