import type { ExplorerState } from "../report/report-data.js";
import { actionTable } from "./action-table.js";
import { conversation } from "./conversation.js";
import { element } from "./element.js";
import type { ExplorerIndex } from "./explorer-index.js";
import { inertText } from "./inert-text.js";
import { messageText } from "./message-text.js";
import { neighbourLinks } from "./neighbour-links.js";
import { counted, plain, textOf } from "./number-text.js";
import { pairTable } from "./pair-table.js";

/** All that is known of one state. */
export function stateDetail(index: ExplorerIndex, state: ExplorerState): readonly Node[] {
  const { run } = index;
  const saw = element(
    "section",
    { class: "saw" },
    element("h4", {}, "What the policies saw"),
    ...conversation(index, state),
    ...injectedPart(state),
    ...(state.taken === null ? [] : [element("h4", {}, "Action taken"), messageText(state.taken)]),
  );
  const said = element(
    "section",
    { class: "said" },
    element("h4", {}, "What they said"),
    state.actions.length === 0
      ? element("p", { class: "missing" }, "No actions were drawn here.")
      : actionTable(run, state),
    ...state.pairs.map((pair) => pairTable(run, pair)),
  );
  const nodes = [
    element("h3", {}, inertText(state.id, 500)),
    element("p", { class: "state-facts" }, factsOf(state)),
    neighbourLinks(index, state),
    element("div", { class: "state-parts" }, saw, said),
  ];
  return nodes.filter((node) => node !== null);
}

function factsOf({ kind, turn, turns, stage, turnsLeft, bestQuality }: ExplorerState): string {
  const trajectory = `a trajectory of ${counted(turns, "turn")} (${stage})`;
  return [
    kind === "error" ? "error state" : "saved state",
    kind === "error" ? `after a wrong action at turn ${turn - 1}, of ${trajectory}` : `turn ${turn} of ${trajectory}`,
    `turns left: ${turnsLeft}`,
    `best quality ${textOf(bestQuality, plain)}`,
  ].join(" · ");
}

function injectedPart({ injected }: ExplorerState): readonly HTMLElement[] {
  if (injected === null) return [];
  return [
    element("h4", {}, "Injected error"),
    messageText(injected.action),
    element("p", { class: "state-facts" }, `regret ${textOf(injected.regret, plain)}`),
  ];
}
