import type { ExplorerState } from "../report/report-data.js";
import { element } from "./element.js";
import { inertText } from "./inert-text.js";
import { outcomeSign } from "./outcome-sign.js";
import { resultOf } from "./pair-result.js";
import { rootFont } from "./root-font.js";
import { rowFacts } from "./row-facts.js";

/** Height of a row, in letters of the page. */
const ROW = 3.25;
/** Rows drawn beyond what is seen, so that scrolling shows no gaps. */
const BEYOND = 6;

export interface StateList {
  readonly box: HTMLElement;
  /** Lists other states from their top, none of them open. */
  show(states: readonly ExplorerState[], candidate: string): void;
  /** Marks a state as the one that is open and brings it into view, where it is listed. */
  mark(id: string): void;
}

/** A list box that draws the rows in view alone: as quick with 10,000 states as with ten. */
export function stateList(open: (state: ExplorerState) => void): StateList {
  const rows = element("div", { class: "rows", role: "presentation" });
  const box = element("div", { class: "list", role: "listbox", tabindex: "0", "aria-label": "States" }, rows);
  let states: readonly ExplorerState[] = [];
  let candidate = "";
  let opened = "";
  let active = 0;
  const height = (): number => ROW * rootFont();

  const draw = (): void => {
    const first = Math.max(0, Math.floor(box.scrollTop / height()) - BEYOND);
    const last = Math.min(states.length, Math.ceil((box.scrollTop + box.clientHeight) / height()) + BEYOND);
    rows.style.height = `${states.length * height()}px`;
    rows.replaceChildren(...states.slice(first, last).map((state, place) => rowOf(state, first + place)));
    if (first <= active && active < last) box.setAttribute("aria-activedescendant", `row-${active}`);
    else box.removeAttribute("aria-activedescendant");
  };
  const rowOf = (state: ExplorerState, place: number): HTMLElement => {
    const result = resultOf(state, candidate);
    const row = element(
      "div",
      {
        id: `row-${place}`,
        class: place === active ? "row active" : "row",
        role: "option",
        "aria-selected": String(state.id === opened),
        "aria-posinset": String(place + 1),
        "aria-setsize": String(states.length),
      },
      element("span", { class: "row-id" }, inertText(state.id, 200)),
      element("span", { class: "row-facts" }, outcomeSign(result.outcome), ` ${rowFacts(state, result)}`),
    );
    row.style.top = `${place * height()}px`;
    row.style.height = `${height()}px`;
    row.addEventListener("click", () => {
      active = place;
      open(state);
    });
    return row;
  };
  const reveal = (place: number): void => {
    const top = place * height();
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + height() > box.scrollTop + box.clientHeight) box.scrollTop = top + height() - box.clientHeight;
  };
  const move = (to: number): void => {
    active = Math.max(0, Math.min(states.length - 1, to));
    reveal(active);
    draw();
  };

  box.addEventListener("scroll", draw, { passive: true });
  new ResizeObserver(draw).observe(box);
  box.addEventListener("keydown", (event) => {
    const page = Math.max(1, Math.floor(box.clientHeight / height()) - 1);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: states.length - 1,
    };
    const to = steps[event.key];
    const state = states[active];
    if (to !== undefined) move(to);
    else if ((event.key === "Enter" || event.key === " ") && state !== undefined) open(state);
    else return;
    event.preventDefault();
  });

  return {
    box,
    show(next, nextCandidate) {
      states = next;
      candidate = nextCandidate;
      opened = "";
      active = 0;
      box.hidden = states.length === 0;
      box.scrollTop = 0;
      draw();
    },
    mark(id) {
      opened = id;
      const place = states.findIndex((state) => state.id === id);
      if (place >= 0) move(place);
      else draw();
    },
  };
}
