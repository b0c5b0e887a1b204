/** A stretch of text as it is, or the name of a character that would be unseen or would turn the reading order. */
export interface TextPiece {
  readonly text: string;
  readonly isMark: boolean;
}

/** Controls, format characters (bidi, zero-width, tags), line separators, lone surrogates and blank fillers. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u115f\u1160\u3164\uffa0]/gu;

/** Cuts text at each character that has to be named. Line feeds and tabs stay as they are. */
export function textPieces(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const found of text.matchAll(UNSEEN)) {
    if (found[0] === "\n" || found[0] === "\t") continue;
    if (found.index > end) pieces.push({ text: text.slice(end, found.index), isMark: false });
    pieces.push({ text: markOf(found[0]), isMark: true });
    end = found.index + found[0].length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isMark: false });
  return pieces;
}

/**
 * The same as one string, for where no element can stand.
 *
 * @example visibleText("a\u202eb") // "a⟨U+202E⟩b"
 */
export function visibleText(text: string): string {
  return textPieces(text)
    .map((piece) => piece.text)
    .join("");
}

function markOf(character: string): string {
  return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`;
}
