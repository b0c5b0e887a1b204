import { parseString } from "fast-csv";
import { describe, expect, it } from "vitest";
import type { NllTrajectoryRow, TrajectoryRow } from "../../src/core/rows.js";
import { type Columns, optionalText, text } from "../../src/report/column.js";
import { columns } from "../../src/report/columns.js";
import { csvStream } from "../../src/report/csv-stream.js";

async function written<Row extends object>(of: Columns<Row>, rows: readonly Row[]): Promise<string> {
  const stream = csvStream(of);
  for (const row of rows) stream.write(row);
  stream.end();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

const trajectory: TrajectoryRow = {
  trajectory_id: "007",
  task: "frozenlake",
  instance_id: 'map "a", b',
  policy: "=base",
  budget: 8,
  turns: 3,
  success: true,
  termination: "goal",
};

describe("a CSV of the run folder", () => {
  it("is its header and a newline when there are no rows", async () => {
    expect(await written(columns.trajectories, [])).toBe(
      "trajectory_id,task,instance_id,policy,budget,turns,success,termination\n",
    );
  });

  it("quotes as RFC 4180, keeps ids as text, neutralises formulas and ends in a newline", async () => {
    expect(await written(columns.trajectories, [trajectory])).toBe(
      `trajectory_id,task,instance_id,policy,budget,turns,success,termination
007,frozenlake,"map ""a"", b",'=base,8,3,true,goal
`,
    );
  });

  it("leaves numbers alone and whole", async () => {
    const row: NllTrajectoryRow = {
      trajectory_id: "t",
      source_policy: "base",
      success: false,
      turns: 3,
      tokens: 15,
      baseline_nll_nats: 0.1 + 0.2,
      candidate_nll_nats: 5e-324,
      log_ratio: -1e21,
      baseline: "base",
      candidate: "grpo",
    };
    const [, line] = (await written(columns.nllTrajectories, [row])).split("\n");
    expect(line).toBe("t,base,false,3,15,0.30000000000000004,5e-324,-1e+21,base,grpo");
  });

  it("reads back as it was, whatever the text", async () => {
    const odd = ["a,b", 'say "hi"', "two\nlines", "carriage\r\nreturn", "naïve 雪 🧊", " blanks ", "pipe|", "", "x"];
    const content = await written(
      { word: text, other: optionalText },
      odd.map((word) => ({ word, other: null })),
    );
    const read: string[] = [];
    await new Promise((resolve, reject) => {
      parseString<{ word: string }, { word: string }>(content, { headers: true })
        .on("data", (row) => read.push(row.word))
        .on("error", reject)
        .on("end", resolve);
    });
    expect(read).toEqual(odd);
  });

  it("fails at a number that is none, naming the column", async () => {
    const broken = { ...trajectory, budget: Number.NaN };
    await expect(written(columns.trajectories, [broken])).rejects.toThrow(
      "column budget: expected a finite number, got NaN",
    );
  });
});
