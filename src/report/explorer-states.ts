import type { ExactActionRow, PairRow, SampleRow, StateMessagesRow, StateRow } from "../core/rows.js";
import { actionCell, standsForText } from "./action-cell.js";
import type { ExplorerAction, ExplorerState } from "./report-data.js";

/** Longest text of the explorer, in UTF-16 units; what is beyond is in actions.jsonl and state_messages.jsonl. */
const TEXT_LIMIT = 4000;

/** Gathers what the explorer shows of some states. Rows of other states are passed over. */
export interface ExplorerStates {
  has(stateId: string): boolean;
  addState(row: StateRow): void;
  addMessages(row: StateMessagesRow): void;
  addSample(row: SampleRow): void;
  addExactAction(row: ExactActionRow): void;
  addPair(row: PairRow): void;
  /** In the order they came. */
  states(): readonly ExplorerState[];
}

interface Draft {
  readonly row: StateRow;
  messages: StateMessagesRow | null;
  readonly pairs: PairRow[];
  readonly actions: Map<string, DraftAction>;
}

interface DraftAction extends ExplorerAction {
  readonly counts: number[];
  readonly probabilities: (number | null)[];
}

function cut(text: string): string {
  if (text.length <= TEXT_LIMIT) return text;
  // Half of a pair of surrogates is no character.
  return `${text.slice(0, TEXT_LIMIT).replace(/[\ud800-\udbff]$/, "")}… (${text.length} characters)`;
}

/** @param policies all of the run, baseline first */
export function explorerStates(policies: readonly string[]): ExplorerStates {
  const drafts = new Map<string, Draft>();
  const placeOf = new Map(policies.map((policy, place) => [policy, place]));
  const actionOf = (
    draft: Draft,
    canonical: string,
    action: string,
    facts: Omit<ExplorerAction, "action" | "counts" | "probabilities">,
  ) => {
    const key = `${facts.valid} ${canonical}`;
    const known = draft.actions.get(key);
    if (known !== undefined) return known;
    const made: DraftAction = {
      action: cut(action),
      ...facts,
      counts: policies.map(() => 0),
      probabilities: policies.map(() => null),
    };
    draft.actions.set(key, made);
    return made;
  };
  return {
    has: (stateId) => drafts.has(stateId),
    addState: (row) => drafts.set(row.state_id, { row, messages: null, pairs: [], actions: new Map() }),
    addMessages(row) {
      const draft = drafts.get(row.state_id);
      if (draft !== undefined) draft.messages = row;
    },
    addSample({ state_id, policy, action, parsed, valid, quality, unscored, sample_set }) {
      const draft = drafts.get(state_id);
      if (draft === undefined || sample_set !== "main") return;
      // A long canonical action lies aside in the run's files: the reply that says it is shown for it.
      const canonical = parsed === null ? action : actionCell(parsed).cell;
      const shown = standsForText(canonical) ? action : canonical;
      const { counts } = actionOf(draft, canonical, shown, { valid, quality, unscored });
      const place = placeOf.get(policy) ?? -1;
      counts[place] = (counts[place] ?? 0) + 1;
    },
    addExactAction({ state_id, policy, action, probability, quality }) {
      const draft = drafts.get(state_id);
      if (draft === undefined) return;
      const { probabilities } = actionOf(draft, action, action, { valid: true, quality, unscored: null });
      probabilities[placeOf.get(policy) ?? -1] = probability;
    },
    addPair: (row) => drafts.get(row.state_id)?.pairs.push(row),
    states: () => [...drafts.values()].map(stateOf),
  };
}

function stateOf({ row, messages, pairs, actions }: Draft): ExplorerState {
  const { injected_action: injected } = row;
  const drawn = ({ counts }: ExplorerAction): number => counts.reduce((sum, count) => sum + count, 0);
  return {
    id: row.state_id,
    trajectory: row.trajectory_id,
    kind: row.kind,
    turn: row.turn,
    turns: row.turns,
    stage: row.stage,
    turnsLeft: row.turns_left,
    parent: row.parent_state_id,
    injected: injected === null ? null : { action: cut(injected), regret: row.injected_regret },
    bestQuality: row.best_quality,
    messages: (messages?.messages ?? []).map(({ role, content }) => ({ role, content: cut(content) })),
    taken: messages?.action == null ? null : cut(messages.action),
    pairs: pairs.map((pair) => ({
      candidate: pair.candidate,
      baselineMean: pair.baseline_mean,
      candidateMean: pair.candidate_mean,
      difference: pair.difference,
      outcome: pair.outcome,
      superiority: pair.superiority,
      baselineExact: pair.baseline_exact,
      candidateExact: pair.candidate_exact,
      probabilityBetter: pair.probability_better,
    })),
    actions: [...actions.values()].sort((a, b) => drawn(b) - drawn(a)),
  };
}
