import type { ExplorerState, RunReport } from "../report/report-data.js";
import { element } from "./element.js";
import { explorerControls } from "./explorer-controls.js";
import { explorerIndex } from "./explorer-index.js";
import { queryStates } from "./explorer-query.js";
import { openState, readFragment, type StateAddress, stateFragment } from "./fragment.js";
import { counted } from "./number-text.js";
import { resultOf } from "./pair-result.js";
import { sampleSentence } from "./sample-sentence.js";
import { stateDetail } from "./state-detail.js";
import { stateList } from "./state-list.js";
import { visibleText } from "./visible-text.js";

/** Pick or search a state and look at it. The address of the page says which is open. */
export function explorer(runs: readonly RunReport[]): HTMLElement {
  const indexes = new Map(runs.map((run) => [run.name, explorerIndex(run)]));
  const found = element("p", { class: "found", role: "status" });
  const chosen = element("p", { class: "unseen", role: "status" });
  const detail = element("article", { class: "detail", "aria-label": "State" });
  let fromList = "";
  let listed: readonly ExplorerState[] = [];

  const fill = (): void => {
    const query = controls.read();
    const index = indexes.get(query.run);
    if (index === undefined) return;
    listed = queryStates(index, query);
    list.show(listed, query.candidate);
    found.textContent = listed.length === 0 ? "No state matches." : counted(listed.length, "state");
  };
  /** Opens the first of what the controls now ask for, which is what an address without a state shows. */
  const change = (): void => {
    fill();
    if (readFragment(location.hash) !== null) history.pushState(null, "", location.href.replace(/#.*$/s, ""));
    showFirst();
  };
  const controls = explorerControls(runs, change);
  const list = stateList((state) => {
    const address = { run: controls.read().run, id: state.id };
    fromList = stateFragment(address);
    openState(address);
  });

  /** Null where the address names no state that is here. */
  const show = ({ run, id }: StateAddress): ExplorerState | null => {
    const index = indexes.get(run);
    const state = index?.find(id);
    if (index === undefined || state === undefined) return null;
    if (controls.read().run !== run) {
      controls.chooseRun(index.run);
      fill();
    }
    detail.replaceChildren(...stateDetail(index, state));
    list.mark(id);
    const { outcome } = resultOf(state, controls.read().candidate);
    const listing = listed.includes(state) ? "" : ", not among those listed";
    chosen.textContent = `State ${visibleText(id)}: ${outcome ?? "no outcome"}${listing}`;
    if (listing !== "") detail.prepend(element("p", { class: "missing" }, "This state is not among those listed."));
    return state;
  };
  const showFirst = (): void => {
    const first = listed[0];
    if (first !== undefined) {
      show({ run: controls.read().run, id: first.id });
      return;
    }
    detail.replaceChildren(element("p", { class: "missing" }, "No state matches: there is none to show."));
    chosen.textContent = "";
  };
  const follow = (): void => {
    const address = readFragment(location.hash);
    // Back at the address without a state, which is also that of a link to a section.
    if (address === null) {
      if (location.hash === "") showFirst();
      return;
    }
    const state = show(address);
    if (state === null) {
      const what = `${visibleText(address.id)} of ${visibleText(address.run)}`;
      detail.replaceChildren(element("p", { class: "missing" }, `No state ${what} is among those shown.`));
      chosen.textContent = `No state ${what}`;
    }
    // Who chose in the list stays there.
    if (location.hash === fromList) return;
    fromList = "";
    focusDetail(detail);
  };

  window.addEventListener("hashchange", follow);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    controls.search.focus();
  });
  fill();
  // Once the section is part of the page.
  queueMicrotask(() => {
    if (readFragment(location.hash) !== null) follow();
    else showFirst();
  });

  return element(
    "section",
    { id: "explorer", "aria-labelledby": "explorer-title", tabindex: "-1" },
    element("h2", { id: "explorer-title" }, "States"),
    element("p", { class: "asked" }, sampleSentence(runs)),
    idSentence(),
    controls.form,
    element("div", { class: "explorer" }, element("div", { class: "side" }, found, list.box), detail),
    chosen,
  );
}

/** How to read the ids of the list. */
function idSentence(): HTMLElement {
  const code = (text: string): HTMLElement => element("code", {}, text);
  return element(
    "p",
    { class: "asked" },
    "Turns count from 0. ",
    code("ID:TURN"),
    " is a saved state, ",
    code("ID:TURN!0"),
    " the error state that a wrong action made there leads to.",
  );
}

function focusDetail(detail: HTMLElement): void {
  const heading = detail.querySelector("h3") ?? detail;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  detail.scrollIntoView({ block: "start" });
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement
  );
}
