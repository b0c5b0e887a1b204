/** A stretch of a message: a program in a fence, a board of single letters, or other text. */
export type TextPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "code"; readonly language: string; readonly text: string }
  | { readonly kind: "board"; readonly rows: readonly (readonly string[])[] };

const FENCE = /```([^\n`]*)\n([\s\S]*?)(?:\n```|```|$)/g;
/** P is the player, _ free ground, O a hole, G the goal. */
const BOARD_LINE = /^[P_OG](?: [P_OG])+$/;

/** Cuts a message into its parts, in order. */
export function textParts(message: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const found of message.matchAll(FENCE)) {
    parts.push(...boardParts(message.slice(end, found.index)));
    parts.push({ kind: "code", language: (found[1] ?? "").trim(), text: found[2] ?? "" });
    end = found.index + found[0].length;
  }
  parts.push(...boardParts(message.slice(end)));
  return parts;
}

function boardParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let plain: string[] = [];
  let board: string[] = [];
  const endBoard = (): void => {
    if (isBoard(board)) {
      endPlain();
      parts.push({ kind: "board", rows: board.map((line) => line.split(" ")) });
    } else plain.push(...board);
    board = [];
  };
  const endPlain = (): void => {
    const joined = plain.join("\n").replace(/^\n+|\n+$/g, "");
    if (joined !== "") parts.push({ kind: "text", text: joined });
    plain = [];
  };
  for (const line of text.split("\n")) {
    if (!BOARD_LINE.test(line)) {
      endBoard();
      plain.push(line);
      continue;
    }
    if (board.length > 0 && board[0]?.length !== line.length) endBoard();
    board.push(line);
  }
  endBoard();
  endPlain();
  return parts;
}

function isBoard(lines: readonly string[]): boolean {
  return lines.length > 1 && lines.some((line) => /[PG]/.test(line));
}
