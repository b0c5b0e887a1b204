import { expect, it } from "vitest";
import { textPieces, visibleText } from "../../src/page/visible-text.js";

it("names characters that are unseen or turn the reading order", () => {
  expect(visibleText("a\u202eb")).toBe("a⟨U+202E⟩b");
  expect(visibleText("\u0000\r\u007f\u0085\u00ad\u061c\u200b\u200d\u2028\u2060\u2069\ufeff\u3164")).toBe(
    ["0000", "000D", "007F", "0085", "00AD", "061C", "200B", "200D", "2028", "2060", "2069", "FEFF", "3164"]
      .map((name) => `⟨U+${name}⟩`)
      .join(""),
  );
  expect(visibleText("\u{e0041}")).toBe("⟨U+E0041⟩");
  expect(visibleText("\ud800")).toBe("⟨U+D800⟩");
});

it("leaves line feeds, tabs, letters of all scripts and emoji as they are", () => {
  for (const text of ["", "two\nlines\tand a tab", "שלום", "你好", "😀", "é", "<b>&amp;"]) {
    expect(visibleText(text)).toBe(text);
  }
});

it("tells marks from text, in order, and loses nothing", () => {
  expect(textPieces("\u200ba\u200b")).toEqual([
    { text: "⟨U+200B⟩", isMark: true },
    { text: "a", isMark: false },
    { text: "⟨U+200B⟩", isMark: true },
  ]);
});
