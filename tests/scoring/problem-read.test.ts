import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, describe, expect, it } from "vitest";
import { type ReadProblem, readProblems } from "../../src/scoring/problem-read.js";

const folder = mkdtempSync(join(tmpdir(), "problems-"));
afterAll(() => rmSync(folder, { recursive: true }));

const rows = [
  {
    problem: "A\u2028b",
    solutions: ["print(1)"],
    tests: '[{"input": "", "output": "1", "testtype": "stdin"}]',
    starter_code: "",
  },
  {
    problem: "C",
    solutions: ["x", "y"],
    tests: '{"fn_name": "f", "inputs": [[1]], "outputs": [2]}',
    starter_code: "def f(n):",
  },
];

async function all(name: string, content: string | Uint8Array): Promise<readonly ReadProblem[]> {
  const file = join(folder, name);
  writeFileSync(file, content);
  const read: ReadProblem[] = [];
  for await (const one of readProblems(file)) read.push(one);
  return read;
}

const summary = (read: readonly ReadProblem[]) =>
  read.map((one) =>
    "problem" in one ? [one.problem.statement, one.problem.tests.length, one.problem.solutions] : one.fault.message,
  );

describe("a file of problems", () => {
  const expected = [
    ["A\u2028b", 1, ["print(1)"]],
    ["C", 1, ["x", "y"]],
  ];

  it("is read from JSON Lines, with the place of each", async () => {
    const read = await all("a.jsonl", `${JSON.stringify(rows[0])}\r\n\n${JSON.stringify(rows[1])}`);
    expect(summary(read)).toStrictEqual(expected);
    expect(read.map(({ where }) => where)).toStrictEqual([`${folder}/a.jsonl:1`, `${folder}/a.jsonl:3`]);
  });

  it.each(["SNAPPY", "UNCOMPRESSED"] as const)("is read from Parquet (%s), with the row of each", async (codec) => {
    const column = (name: "problem" | "tests" | "starter_code") => ({
      name,
      data: rows.map((row) => row[name]),
      type: "STRING" as const,
    });
    const columnData = [
      column("problem"),
      { name: "solutions", data: rows.map((row) => row.solutions), type: "JSON" as const },
      column("tests"),
      column("starter_code"),
    ];
    const read = await all("a.parquet", new Uint8Array(parquetWriteBuffer({ columnData, codec, rowGroupSize: 1 })));
    expect(summary(read)).toStrictEqual(expected);
    expect(read.map(({ where }) => where)).toStrictEqual([`${folder}/a.parquet: row 1`, `${folder}/a.parquet: row 2`]);
  });

  it("yields what is wrong with a row, and goes on", async () => {
    const lines = ["{", JSON.stringify(rows[0]), JSON.stringify(rows[0]), JSON.stringify({ problem: "D" })];
    const messages = summary(await all("b.jsonl", lines.join("\n")));
    expect(messages[0]).toMatch(/b\.jsonl:1: expected one JSON object in UTF-8, got something else/);
    expect(messages[2]).toMatch(
      /b\.jsonl:3: instance_id: expected an id of its own, got dc-\w{12}, which .*b\.jsonl:2 has/,
    );
    expect(messages[3]).toMatch(/b\.jsonl:4: dc-\w{12}: tests: expected a list of tests/);
  });

  it("fails when it is empty, missing, or not Parquet", async () => {
    await expect(all("c.jsonl", "\n")).rejects.toThrow(/c\.jsonl: expected at least one problem, got an empty file/);
    await expect(all("c.parquet", "text")).rejects.toThrow(/c\.parquet: expected a file of problems/);
    await expect(readProblems(join(folder, "none.jsonl")).next()).rejects.toThrow(
      /none\.jsonl: expected a file of problems/,
    );
  });
});
