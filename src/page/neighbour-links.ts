import type { ExplorerState } from "../report/report-data.js";
import { element } from "./element.js";
import type { ExplorerIndex } from "./explorer-index.js";
import { stateFragment } from "./fragment.js";
import { inertText } from "./inert-text.js";

/** Links to the turns before and after, to the parent of an error state, and to the error states of a saved one. */
export function neighbourLinks(index: ExplorerIndex, state: ExplorerState): HTMLElement | null {
  const isError = state.parent !== null;
  const links: readonly (readonly [string, ExplorerState | undefined])[] = [
    ["previous turn", isError ? undefined : index.at(state.trajectory, state.turn - 1)],
    ["next turn", isError ? undefined : index.at(state.trajectory, state.turn + 1)],
    ["parent", state.parent === null ? undefined : index.find(state.parent)],
    ...index.errorsOf(state.id).map((error) => ["error state", error] as const),
  ];
  const items = links.flatMap(([label, to]) => {
    if (to === undefined) return [];
    const href = stateFragment({ run: index.run.name, id: to.id });
    return [element("li", {}, `${label}: `, element("a", { href }, inertText(to.id, 200)))];
  });
  if (items.length === 0) return null;
  return element("nav", { class: "neighbours", "aria-label": "Neighbouring states" }, element("ul", {}, ...items));
}
