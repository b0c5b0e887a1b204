import { createHash } from "node:crypto";

/** Longest action that a CSV cell holds, in UTF-16 units. */
const CELL_LIMIT = 200;

/** What the `action` cell of samples.csv holds, and whether the text itself belongs in actions.jsonl. */
export interface ActionCell {
  readonly cell: string;
  readonly aside: boolean;
}

/**
 * A long action, or one with a line break or NUL, stands aside; its cell holds the first 16 hex digits of the SHA-256 of its
 * UTF-8 text.
 *
 * @example actionCell("a\nb") // { cell: "7e18f737311b2dc3", aside: true }
 */
export function actionCell(action: string): ActionCell {
  if (action.length <= CELL_LIMIT && !/[\n\r\0]/.test(action)) return { cell: action, aside: false };
  return { cell: createHash("sha256").update(action).digest("hex").slice(0, 16), aside: true };
}

/** Whether a cell may stand for a text that lies aside. */
export function standsForText(cell: string): boolean {
  return /^[0-9a-f]{16}$/.test(cell);
}
