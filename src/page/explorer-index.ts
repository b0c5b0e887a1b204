import type { ExplorerState, RunReport } from "../report/report-data.js";

/** The states of one run that the explorer knows, and what lies beside them. */
export interface ExplorerIndex {
  readonly run: RunReport;
  find(id: string): ExplorerState | undefined;
  /** The state at a turn of a trajectory. */
  at(trajectory: string, turn: number): ExplorerState | undefined;
  /** States that wrong actions injected here lead to. */
  errorsOf(id: string): readonly ExplorerState[];
  /** What search looks through, in lower case. */
  textOf(state: ExplorerState): string;
}

export function explorerIndex(run: RunReport): ExplorerIndex {
  const states = new Map(run.explorer.shown.map((state) => [state.id, state]));
  const turns = new Map<string, ExplorerState>();
  const errors = new Map<string, ExplorerState[]>();
  const texts = new Map<string, string>();
  const turnKey = (trajectory: string, turn: number): string => `${turn} ${trajectory}`;
  for (const state of states.values()) {
    if (state.parent === null) turns.set(turnKey(state.trajectory, state.turn), state);
    else if (errors.get(state.parent)?.push(state) === undefined) errors.set(state.parent, [state]);
  }
  return {
    run,
    find: (id) => states.get(id),
    at: (trajectory, turn) => turns.get(turnKey(trajectory, turn)),
    errorsOf: (id) => errors.get(id) ?? [],
    textOf(state) {
      const known = texts.get(state.id) ?? searchText(state);
      texts.set(state.id, known);
      return known;
    },
  };
}

function searchText({ id, messages, taken, injected, actions }: ExplorerState): string {
  return [
    id,
    ...messages.map((message) => message.content),
    taken ?? "",
    injected?.action ?? "",
    ...actions.map(({ action }) => action),
  ]
    .join("\n")
    .toLowerCase();
}
