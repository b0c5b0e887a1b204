import type { MatchOutcome } from "../core/rows.js";
import type { StateKind } from "../core/state.js";
import type { ExplorerPair, ExplorerState } from "../report/report-data.js";
import type { ExplorerIndex } from "./explorer-index.js";

export type Order = "highest" | "lowest" | "id" | "turn";

/** Which states are listed, in which order. Empty texts ask for nothing. */
export interface Query {
  readonly candidate: string;
  readonly search: string;
  readonly kind: StateKind | "";
  readonly outcome: MatchOutcome | "";
  readonly order: Order;
}

const byName = new Intl.Collator("en", { numeric: true });

/** States of a run that match all of a query. States without a difference come after those with one. */
export function queryStates(index: ExplorerIndex, query: Query): readonly ExplorerState[] {
  const { candidate, kind, outcome, order } = query;
  const words = query.search.toLowerCase().trim();
  const found = index.run.explorer.shown.filter(
    (state) =>
      (kind === "" || state.kind === kind) &&
      (outcome === "" || pairOf(state, candidate)?.outcome === outcome) &&
      (words === "" || index.textOf(state).includes(words)),
  );
  if (order === "id") return found.sort((a, b) => byName.compare(a.id, b.id));
  if (order === "turn") return found.sort((a, b) => a.turn - b.turn || byName.compare(a.id, b.id));
  const way = order === "highest" ? -1 : 1;
  const last = Number.POSITIVE_INFINITY;
  const keys = new Map(
    found.map((state) => {
      const difference = differenceOf(pairOf(state, candidate));
      return [state, difference === null ? last : way * difference];
    }),
  );
  const keyOf = (state: ExplorerState): number => keys.get(state) ?? last;
  return found.sort((a, b) => (keyOf(a) === keyOf(b) ? byName.compare(a.id, b.id) : keyOf(a) - keyOf(b)));
}

export function pairOf(state: ExplorerState, candidate: string): ExplorerPair | undefined {
  return state.pairs.find((pair) => pair.candidate === candidate);
}

/** Of the sample means; of the exact ones where there are no draws. */
export function differenceOf(pair: ExplorerPair | undefined): number | null {
  if (pair === undefined) return null;
  const { difference, baselineExact, candidateExact } = pair;
  if (difference !== null) return difference;
  return baselineExact === null || candidateExact === null ? null : candidateExact - baselineExact;
}
