import { expect, it } from "vitest";
import { textParts } from "../../src/page/rich-text.js";

it("finds a board of single letters among text", () => {
  expect(textParts("Turns left: 8\n_ P\nO G\nGo on.")).toEqual([
    { kind: "text", text: "Turns left: 8" },
    {
      kind: "board",
      rows: [
        ["_", "P"],
        ["O", "G"],
      ],
    },
    { kind: "text", text: "Go on." },
  ]);
});

it("takes no single line, no ragged lines and no lines without a player or goal for a board", () => {
  for (const text of ["_ P", "_ P _\nO", "O O\n_ _", "_ P G\nA B C"]) {
    expect(textParts(text)).toEqual([{ kind: "text", text }]);
  }
});

it("finds fenced programs, also one that is not closed", () => {
  expect(textParts("Try:\n```python\nprint(1)\n```\nDone")).toEqual([
    { kind: "text", text: "Try:" },
    { kind: "code", language: "python", text: "print(1)" },
    { kind: "text", text: "Done" },
  ]);
  expect(textParts("```\nprint(1)")).toEqual([{ kind: "code", language: "", text: "print(1)" }]);
});

it("has no parts of nothing", () => {
  expect(textParts("")).toEqual([]);
});

it("is quick on 100,000 opened fences and on a line of 100,000 letters of a board", () => {
  const began = performance.now();
  textParts("```x\n".repeat(100_000));
  textParts("P ".repeat(100_000));
  // Linear: some ten milliseconds. A quadratic search takes minutes.
  expect(performance.now() - began).toBeLessThan(3000);
});
