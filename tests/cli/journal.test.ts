import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openJournal, readJournal } from "../../src/cli/journal.js";
import { scratchFolder } from "./run-cli.js";

const scratch = scratchFolder();

async function valuesIn(file: string): Promise<unknown[]> {
  const values: unknown[] = [];
  for await (const value of readJournal(file)) values.push(value);
  return values;
}

describe("the journal", () => {
  it("goes on behind the last whole line, and drops one that was cut short", async () => {
    const file = join(scratch, "cut.jsonl");
    const first = await openJournal(file);
    first.append({ unit: 0, text: "é\n" });
    first.append({ unit: 1 });
    first.close();
    appendFileSync(file, '{"unit":2,"te');
    const seen: unknown[] = [];
    const second = await openJournal(file, (value) => seen.push(value));
    expect(second.found).toBe(2);
    second.append({ unit: 2 });
    second.close();
    expect(seen).toEqual([{ unit: 0, text: "é\n" }, { unit: 1 }]);
    expect(await valuesIn(file)).toEqual([...seen, { unit: 2 }]);
  });

  it("reads lines longer than a chunk of the file", async () => {
    const file = join(scratch, "long.jsonl");
    const journal = await openJournal(file);
    const text = "x".repeat(300_000);
    journal.append({ text });
    journal.append({ text: "y" });
    journal.close();
    const again = await openJournal(file);
    expect(again.found).toBe(2);
    again.close();
    expect(await valuesIn(file)).toEqual([{ text }, { text: "y" }]);
  });

  it("names file and line of a whole line that is no JSON", async () => {
    const file = join(scratch, "spoilt.jsonl");
    writeFileSync(file, '{"unit":0}\n{"unit"\n{"unit":2}\n');
    await expect(openJournal(file)).rejects.toThrow(`${file}:2: expected a line this tool wrote, got`);
    expect(readFileSync(file, "utf8").split("\n").length).toBe(4);
  });
});
