import Table from "cli-table3";

/** Widest line of the terminal table, in characters. */
const WIDTH = 100;

/** Longest name in a cell, in UTF-16 units. */
const NAME_LIMIT = 18;

/** Lines of aligned columns without borders: the first `left` columns flush left, the others right. */
export function grid(head: readonly string[], body: readonly (readonly string[])[], left: number): readonly string[] {
  const wide = gridWith("  ", head, body, left);
  return wide.every((line) => line.length <= WIDTH) ? wide : gridWith(" ", head, body, left);
}

function gridWith(
  gap: string,
  head: readonly string[],
  body: readonly (readonly string[])[],
  left: number,
): readonly string[] {
  const none = ["top", "top-mid", "top-left", "top-right", "bottom", "bottom-mid", "bottom-left", "bottom-right"];
  const inner = ["left", "left-mid", "mid", "mid-mid", "right", "right-mid"];
  const table = new Table({
    chars: { ...Object.fromEntries([...none, ...inner].map((name) => [name, ""])), middle: gap },
    style: { "padding-left": 0, "padding-right": 0, head: [], border: [], compact: true },
    colAligns: head.map((_, column) => (column < left ? "left" : "right")),
  });
  table.push([...head], ...body.map((row) => [...row]));
  return table
    .toString()
    .split("\n")
    .map((line) => line.trimEnd());
}

/** Lines of running text, broken at spaces to fit the table. */
export function wrap(text: string): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/** A name as a cell holds it: cut in its middle when long. */
export function shorten(name: string): string {
  const half = (NAME_LIMIT - 2) / 2;
  return name.length <= NAME_LIMIT ? name : `${name.slice(0, half)}…${name.slice(-half)}`;
}
