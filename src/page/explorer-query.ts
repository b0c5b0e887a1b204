import type { MatchOutcome } from "../core/rows.js";
import type { StateKind } from "../core/state.js";
import type { ExplorerState } from "../report/report-data.js";
import type { ExplorerIndex } from "./explorer-index.js";
import { resultOf } from "./pair-result.js";
import { rowText } from "./row-facts.js";

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
  const rowWords = words.replaceAll("−", "-");
  const found = index.run.explorer.shown.filter(
    (state) =>
      (kind === "" || state.kind === kind) &&
      (outcome === "" || resultOf(state, candidate).outcome === outcome) &&
      (words === "" || index.textOf(state).includes(words) || rowText(state, candidate).includes(rowWords)),
  );
  if (order === "id") return found.sort((a, b) => byName.compare(a.id, b.id));
  if (order === "turn") return found.sort((a, b) => a.turn - b.turn || byName.compare(a.id, b.id));
  const way = order === "highest" ? -1 : 1;
  const last = Number.POSITIVE_INFINITY;
  const keys = new Map(
    found.map((state) => {
      const { difference } = resultOf(state, candidate);
      return [state, difference === null ? last : way * difference];
    }),
  );
  const keyOf = (state: ExplorerState): number => keys.get(state) ?? last;
  return found.sort((a, b) => (keyOf(a) === keyOf(b) ? byName.compare(a.id, b.id) : keyOf(a) - keyOf(b)));
}
