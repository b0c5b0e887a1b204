import type { Message } from "../core/message.js";
import type { ExplorerState } from "../report/report-data.js";
import { element } from "./element.js";
import type { ExplorerIndex } from "./explorer-index.js";
import { messageText } from "./message-text.js";

/** What the policies saw at a state: what it added in full, what came before behind a button. */
export function conversation(index: ExplorerIndex, state: ExplorerState): readonly HTMLElement[] {
  const earlier = before(index, state);
  const own = state.messages.map(messageBox);
  if (earlier.length === 0) return own;
  const details = element(
    "details",
    { class: "earlier" },
    element("summary", {}, `${earlier.length} earlier messages`),
  );
  details.addEventListener("toggle", () => details.append(...earlier.map(messageBox)), { once: true });
  return [details, ...own];
}

function messageBox({ role, content }: Message): HTMLElement {
  return element(
    "div",
    { class: `message message-${role}` },
    element("p", { class: "role" }, role),
    messageText(content),
  );
}

/** Of the same trajectory as far as it is known; an error state goes by its parent and the injected action. */
function before(index: ExplorerIndex, state: ExplorerState): readonly Message[] {
  const messages: Message[] = [];
  const parent = state.parent === null ? undefined : index.find(state.parent);
  const lastTurn = state.parent === null ? state.turn - 1 : (parent?.turn ?? -1);
  for (let turn = 0; turn <= lastTurn; turn += 1) {
    const earlier = index.at(state.trajectory, turn);
    if (earlier === undefined) return [];
    messages.push(...earlier.messages);
    const action = turn === lastTurn && state.injected !== null ? state.injected.action : earlier.taken;
    if (action !== null) messages.push({ role: "assistant", content: action });
  }
  return messages;
}
