import { element } from "./element.js";
import { inertText } from "./inert-text.js";
import { type TextPart, textParts } from "./rich-text.js";

const SQUARES: Readonly<Record<string, { readonly name: string; readonly className: string; readonly sign: string }>> =
  {
    P: { name: "player", className: "player", sign: "P" },
    _: { name: "ice", className: "ice", sign: "" },
    O: { name: "hole", className: "hole", sign: "O" },
    G: { name: "goal", className: "goal", sign: "G" },
  };

/** A message as it was, in fixed letters; boards as pictures, programs as such. */
export function messageText(message: string, longest?: number): HTMLElement {
  return element("div", { class: "message-text" }, ...textParts(message).map((part) => partOf(part, longest)));
}

function partOf(part: TextPart, longest: number | undefined): HTMLElement {
  if (part.kind === "board") return boardPicture(part.rows);
  const text = inertText(part.text, longest);
  return part.kind === "code" ? element("pre", { class: "code" }, element("code", {}, text)) : element("pre", {}, text);
}

function boardPicture(rows: readonly (readonly string[])[]): HTMLElement {
  const spoken = rows.map((row) => row.map((letter) => SQUARES[letter]?.name ?? letter).join(" ")).join("; ");
  return element(
    "div",
    { class: "board", role: "img", "aria-label": `Board, row by row: ${spoken}` },
    ...rows.map((row) =>
      element(
        "div",
        { class: "board-row", "aria-hidden": "true" },
        ...row.map((letter) => {
          const square = SQUARES[letter];
          return element("span", { class: `square ${square?.className ?? ""}` }, square?.sign ?? letter);
        }),
      ),
    ),
  );
}
