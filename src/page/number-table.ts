import { element } from "./element.js";
import { inertText } from "./inert-text.js";

export interface NumberTable {
  readonly caption: string;
  /** The first names the row; a numeric column is aligned right and never broken. */
  readonly columns: readonly { readonly label: string; readonly isNumber: boolean }[];
  readonly rows: readonly (readonly string[])[];
}

/** A table in a region of its own, which scrolls by mouse and by keyboard so that the page never does sideways. */
export function numberTable(table: NumberTable): HTMLElement {
  const head = element(
    "tr",
    {},
    ...table.columns.map((column) => element("th", { scope: "col", class: cellClass(column.isNumber) }, column.label)),
  );
  const body = table.rows.map((cells) =>
    element(
      "tr",
      {},
      ...table.columns.map((column, place) => {
        const text = inertText(cells[place] ?? "");
        return place === 0
          ? element("th", { scope: "row" }, text)
          : element("td", { class: cellClass(column.isNumber) }, text);
      }),
    ),
  );
  return element(
    "div",
    { class: "scroll", role: "region", tabindex: "0", "aria-label": table.caption },
    element(
      "table",
      {},
      element("caption", {}, table.caption),
      element("thead", {}, head),
      element("tbody", {}, ...body),
    ),
  );
}

function cellClass(isNumber: boolean): string | null {
  return isNumber ? "number" : null;
}
