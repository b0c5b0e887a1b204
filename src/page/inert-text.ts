import { element } from "./element.js";
import { count } from "./number-text.js";
import { textPieces } from "./visible-text.js";

/** Longer texts are cut there until the reader asks for the rest. */
const LONGEST = 4000;

/** Text that others wrote: isolated from the reading order around it, unseen characters named, cut when very long. */
export function inertText(text: string, longest = LONGEST): HTMLElement {
  const shown = element("bdi", { class: "inert" });
  fill(shown, text.length > longest ? text.slice(0, cutBefore(text, longest)) : text);
  if (text.length <= longest) return shown;
  const more = element("button", { type: "button", class: "more" }, `… show all ${count(text.length)} characters`);
  const whole = element("span", {}, shown, more);
  more.addEventListener("click", () => {
    fill(shown, text);
    shown.tabIndex = -1;
    more.remove();
    shown.focus();
  });
  return whole;
}

function fill(shown: HTMLElement, text: string): void {
  shown.replaceChildren(
    ...textPieces(text).map((piece) =>
      piece.isMark ? element("span", { class: "control" }, piece.text) : document.createTextNode(piece.text),
    ),
  );
}

/** Never between the two halves of a character. */
function cutBefore(text: string, end: number): number {
  return /[\ud800-\udbff]/.test(text[end - 1] ?? "") ? end - 1 : end;
}
