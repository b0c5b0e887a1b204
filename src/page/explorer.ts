import type { ExplorerState, RunReport } from "../report/report-data.js";
import { element } from "./element.js";
import { explorerControls } from "./explorer-controls.js";
import { explorerIndex } from "./explorer-index.js";
import { pairOf, queryStates } from "./explorer-query.js";
import { openState, readFragment, type StateAddress, stateFragment } from "./fragment.js";
import { count } from "./number-text.js";
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

  const refresh = (): void => {
    const query = controls.read();
    const index = indexes.get(query.run);
    if (index === undefined) return;
    listed = queryStates(index, query);
    list.show(listed, query.candidate);
    found.textContent = listed.length === 0 ? "No state matches." : `${count(listed.length)} states`;
  };
  const controls = explorerControls(runs, refresh);
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
      refresh();
    }
    detail.replaceChildren(...stateDetail(index, state));
    list.mark(id);
    const outcome = pairOf(state, controls.read().candidate)?.outcome ?? "no outcome";
    chosen.textContent = `State ${visibleText(id)}: ${outcome}`;
    return state;
  };
  const showFirst = (): void => {
    const first = listed[0];
    if (first !== undefined) show({ run: controls.read().run, id: first.id });
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
  refresh();
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
    controls.form,
    element("div", { class: "explorer" }, element("div", { class: "side" }, found, list.box), detail),
    chosen,
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
