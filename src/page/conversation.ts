import type { Message } from "../core/message.js";
import type { ExplorerState } from "../report/report-data.js";
import { element } from "./element.js";
import type { ExplorerIndex } from "./explorer-index.js";
import { messageText } from "./message-text.js";
import { counted } from "./number-text.js";

/** What the policies saw at a state: what came after the last reply in full, what came before behind a button. */
export function conversation(index: ExplorerIndex, state: ExplorerState): readonly HTMLElement[] {
  const { earlier, latest } = messagesOf(index, state);
  const shown = latest.map(messageBox);
  if (earlier.length === 0) return shown;
  const details = element(
    "details",
    { class: "earlier" },
    element("summary", {}, counted(earlier.length, "earlier message")),
  );
  details.addEventListener("toggle", () => details.append(...earlier.map(messageBox)), { once: true });
  return [details, ...shown];
}

/** The messages up to a state, cut after the last reply of a policy. */
export function messagesOf(
  index: ExplorerIndex,
  state: ExplorerState,
): { readonly earlier: readonly Message[]; readonly latest: readonly Message[] } {
  const cut = state.messages.findLastIndex(({ role }) => role === "assistant") + 1;
  return {
    earlier: [...before(index, state), ...state.messages.slice(0, cut)],
    latest: state.messages.slice(cut),
  };
}

function messageBox({ role, content }: Message): HTMLElement {
  return element(
    "div",
    { class: `message message-${role}` },
    element("p", { class: "role" }, role),
    messageText(content),
  );
}

/**
 * Of the states of the trajectory that were visited before, with their saved actions: each holds what was said since
 * the one before it. An error state goes by its parent and the injected action.
 */
function before(index: ExplorerIndex, state: ExplorerState): readonly Message[] {
  const parent = state.parent === null ? undefined : index.find(state.parent);
  if (state.parent !== null && parent === undefined) return [];
  const end = parent === undefined ? state.turn : parent.turn + 1;
  return Array.from({ length: end }, (_, turn) => index.at(state.trajectory, turn)).flatMap((earlier) => {
    if (earlier === undefined) return [];
    const action = earlier === parent && state.injected !== null ? state.injected.action : earlier.taken;
    return action === null ? earlier.messages : [...earlier.messages, { role: "assistant" as const, content: action }];
  });
}
