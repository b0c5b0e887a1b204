import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readTrajectories } from "../../src/states/read-trajectories.js";
import { frozenLake } from "../../src/tasks/frozenlake.js";
import { lineWith, soundLine } from "./lines.js";

const folder = mkdtempSync(join(tmpdir(), "matched-state-"));
const file = join(folder, "t.jsonl");
afterAll(() => rmSync(folder, { recursive: true }));

const sound = JSON.stringify(soundLine());
const named = (id: string) => lineWith("trajectory_id", id);

/** What reading gives, a line an item: the id of a sound trajectory, or the fault's message after the folder's name. */
async function read(content: string | Buffer, vocabulary: number | null = null): Promise<string[]> {
  writeFileSync(file, content);
  const found: string[] = [];
  for await (const one of readTrajectories(file, { task: frozenLake, vocabularyOf: () => vocabulary })) {
    found.push(
      "fault" in one ? one.fault.message.replace(`${folder}/`, "") : `${one.line} ${one.trajectory.trajectoryId}`,
    );
  }
  return found;
}

describe("reading trajectories", () => {
  it("gives each line as a typed trajectory, instance and snapshot as the file has them", async () => {
    writeFileSync(file, lineWith("instance.colour", "blue"));
    const found = [];
    for await (const one of readTrajectories(file, { task: frozenLake, vocabularyOf: () => 7 })) found.push(one);
    const { instance, outcome, turns } = soundLine();
    expect(found).toStrictEqual([
      {
        line: 1,
        trajectory: {
          trajectoryId: "a",
          task: "frozenlake",
          instance: { ...instance, colour: "blue" },
          policy: "base",
          budget: 3,
          outcome,
          turns: [
            {
              messages: turns[0]?.messages,
              action: { text: "<answer>Right</answer>", tokenIds: [5, 6, 2], logProbs: [-0.5, -0.25, 0] },
              snapshot: { position: [0, 0], turns_left: 3 },
              reward: 0,
            },
            {
              messages: turns[1]?.messages,
              action: { text: "<answer>Down</answer>" },
              snapshot: { position: [0, 1], turns_left: 2 },
              reward: 1,
            },
          ],
        },
      },
    ]);
  });

  it("tolerates a byte order mark, CRLF, blank lines, a missing last line break, fields of one's own, `:` in an id", async () => {
    const content = `\ufeff${named("a")}\r\n\r\n  \n${lineWith("note", { by: "me" })}\n${named("c:1")}`.replace(
      '"a"',
      '"b"',
    );
    expect(await read(content)).toStrictEqual(["1 b", "4 a", "5 c:1"]);
  });

  it("goes on after a bad line", async () => {
    expect(await read(`${named("a")}\n{\n${named("b")}\n`)).toStrictEqual([
      "1 a",
      expect.stringMatching(/^t\.jsonl:2: expected one JSON object, got text that is no JSON \(.*\)$/),
      "3 b",
    ]);
  });

  it("reads lines longer than the stream's chunks, cut anywhere in a character", async () => {
    const long = lineWith("turns[0].messages[0].content", "ß雪".repeat(100_000));
    expect(await read(`${long}\n${named("b")}\n`)).toStrictEqual(["1 a", "2 b"]);
  });

  it("has read nothing of the next line when it gives one", async () => {
    writeFileSync(file, `${named("a")}\nnonsense\n`);
    const reader = readTrajectories(file, { task: frozenLake, vocabularyOf: () => null });
    const first = await reader.next();
    expect(first.value && "trajectory" in first.value && first.value.trajectory.trajectoryId).toBe("a");
    await reader.return(undefined);
  });
});

describe("a file that cannot be read", () => {
  it.each([
    ["empty", ""],
    ["blank", "\n \r\n"],
    ["nothing but a byte order mark", "\ufeff"],
  ])("is a fault when %s", async (_, content) => {
    await expect(read(content)).rejects.toThrow(`${file}: expected at least one trajectory, got an empty file`);
  });

  it("is a fault when there is none, under the name the user gave", async () => {
    const reader = readTrajectories("no/such.jsonl", { task: frozenLake, vocabularyOf: () => null });
    await expect(reader.next()).rejects.toThrow("no/such.jsonl: expected a trajectory file, got no such file");
  });

  it("is a fault when it is a folder", async () => {
    const reader = readTrajectories(folder, { task: frozenLake, vocabularyOf: () => null });
    await expect(reader.next()).rejects.toThrow(`${folder}: expected a trajectory file, got a folder`);
  });
});

describe("a bad line names file, line, field, what was expected and what it is", () => {
  it.each([
    [`${sound.slice(0, -1)}`, "expected one JSON object, got text that is no JSON"],
    ["[]", "expected an object, got []"],
    ["null", "expected an object, got null"],
    [`${sound}\r${sound}`, "expected one JSON object, got text that is no JSON"],
  ])("when it is no JSON object (%#)", async (line, message) => {
    const [found] = await read(line);
    expect(found?.startsWith(`t.jsonl:1: ${message}`)).toBe(true);
    expect(found).not.toMatch(/[\r\n]/);
  });

  it("when it is no UTF-8", async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${named("b")}\n`),
      Buffer.from(sound.replace("Cross", "Cr\u00f6ss"), "latin1"),
    ]);
    expect(await read(bytes)).toStrictEqual(["1 b", "t.jsonl:2: expected UTF-8, got bytes that are not UTF-8"]);
  });

  it("when an earlier line has its id", async () => {
    expect(await read(`${sound}\n${named("b")}\n${sound}`)).toStrictEqual([
      "1 a",
      "2 b",
      't.jsonl:3: trajectory_id: expected an id of its own, got "a", which line 1 has',
    ]);
  });

  it("but an id of a bad line is free", async () => {
    expect((await read(`${lineWith("budget", 1)}\n${sound}`))[1]).toBe("2 a");
  });

  it.each<[path: string, value: unknown, message: string]>([
    ["schema", 2, "schema: expected 1, got 2"],
    ["schema", undefined, "schema: expected a value, got nothing"],
    ["task", "sql", 'task: expected "frozenlake", got "sql"'],
    ["trajectory_id", "", 'trajectory_id: expected a text, not empty, without control characters and "!", got ""'],
    [
      "trajectory_id",
      "a!0",
      'trajectory_id: expected a text, not empty, without control characters and "!", got "a!0"',
    ],
    [
      "trajectory_id",
      "a\n",
      'trajectory_id: expected a text, not empty, without control characters and "!", got "a\\n"',
    ],
    [
      "trajectory_id",
      "a\u0085",
      'trajectory_id: expected a text, not empty, without control characters and "!", got "a\u0085"',
    ],
    ["trajectory_id", 7, "trajectory_id: expected a text, got 7"],
    ["policy", "", 'policy: expected a text, not empty, without control characters, got ""'],
    ["budget", undefined, "budget: expected a value, got nothing"],
    ["budget", 0, "budget: expected a number of at least 1, got 0"],
    ["budget", 2.5, "budget: expected a whole number, got 2.5"],
    ["budget", 1, "turns: expected at most 1 turns, the budget, got 2"],
    ["budget", 4, "turns[0].snapshot.turns_left: expected 4, the budget less the turns before, got 3"],
    ["instance.instance_id", undefined, "instance.instance_id: expected a value, got nothing"],
    ["instance.success_rate", "0.8", 'instance.success_rate: expected a number, got "0.8"'],
    ["instance.success_rate", 0, "instance.success_rate: expected a number above 0, got 0"],
    ["instance.success_rate", 1.5, "instance.success_rate: expected a number of at most 1, got 1.5"],
    ["instance.desc", "SFHG", 'instance.desc: expected a list, got "SFHG"'],
    ["instance.desc", [], "instance.desc: expected at least 1 item, got []"],
    ["instance.desc", ["SF", "HX"], 'instance.desc[1]: expected a row of the letters S, F, H and G, got "HX"'],
    ["instance.desc", ["SF", "G"], 'instance.desc[1]: expected a row of 2 letters, as long as the first, got "G"'],
    ["instance.desc", ["SF", "HF"], "instance.desc: expected exactly one G, got 0"],
    ["instance.desc", ["SS", "HG"], "instance.desc: expected exactly one S, got 2"],
    ["instance.desc", ["FF", "HG"], "instance.desc: expected exactly one S, got 0"],
    ["turns", [], "turns: expected at least 1 item, got []"],
    ["turns[0].reward", "0", 'turns[0].reward: expected a number, got "0"'],
    ["turns[0].messages", [], "turns[0].messages: expected at least 1 item, got []"],
    [
      "turns[0].messages[1].role",
      "human",
      'turns[0].messages[1].role: expected "system" or "user" or "assistant" or "tool", got "human"',
    ],
    [
      "turns[0].messages[1].role",
      "tool",
      'turns[0].messages: expected at least one message with role "user", got none',
    ],
    ["turns[1].messages[0].content", null, "turns[1].messages[0].content: expected a text, got null"],
    ["turns[1].action", undefined, "turns[1].action: expected a value, got nothing"],
    ["turns[0].action.text", undefined, "turns[0].action.text: expected a value, got nothing"],
    [
      "turns[0].action.token_ids",
      undefined,
      "turns[0].action.token_ids: expected a value, as log_probs is there, got nothing",
    ],
    [
      "turns[0].action.log_probs",
      [-1, -1],
      "turns[0].action.log_probs: expected 3 values, as many as token_ids, got 2",
    ],
    ["turns[0].action.log_probs[1]", 0.5, "turns[0].action.log_probs[1]: expected a number of at most 0, got 0.5"],
    ["turns[0].action.log_probs[1]", null, "turns[0].action.log_probs[1]: expected a number, got null"],
    ["turns[0].action.token_ids[0]", -1, "turns[0].action.token_ids[0]: expected a number of at least 0, got -1"],
    ["turns[0].action.token_ids[0]", 1.5, "turns[0].action.token_ids[0]: expected a whole number, got 1.5"],
    [
      "turns[0].action.token_ids[2]",
      7,
      "turns[0].action.token_ids[2]: expected a token id below 7, the size of the vocabulary (without token_ids the text is scored), got 7",
    ],
    ["turns[1].snapshot.position", [0], "turns[1].snapshot.position: expected at least 2 items, got [0]"],
    ["turns[1].snapshot.position", [0, 1, 0], "turns[1].snapshot.position: expected at most 2 items, got [0,1,0]"],
    ["turns[1].snapshot.position[0]", "0", 'turns[1].snapshot.position[0]: expected a whole number, got "0"'],
    [
      "turns[1].snapshot.position",
      [0, 2],
      "turns[1].snapshot.position: expected a row below 2 and a column below 2, got [0,2]",
    ],
    [
      "turns[1].snapshot.position",
      [1, 0],
      "turns[1].snapshot.position: expected a cell that is no hole and not the goal, got [1,0], which is H",
    ],
    [
      "turns[1].snapshot.position",
      [1, 1],
      "turns[1].snapshot.position: expected a cell that is no hole and not the goal, got [1,1], which is G",
    ],
    ["turns[1].snapshot.turns_left", 0, "turns[1].snapshot.turns_left: expected a number of at least 1, got 0"],
    [
      "turns[1].snapshot.turns_left",
      3,
      "turns[1].snapshot.turns_left: expected 2, the budget less the turns before, got 3",
    ],
    [
      "turns[0].action.text",
      "<answer>Left</answer>",
      'turns[1].snapshot: expected position [0,0] after "Left" at [0,0] with turns_left 3, got {"position":[0,1],"turns_left":2}',
    ],
    [
      "turns[0].action.text",
      "Right!",
      'turns[1].snapshot: expected position [0,0] after an invalid reply at [0,0] with turns_left 3, got {"position":[0,1],"turns_left":2}',
    ],
    [
      "turns[1].action.text",
      "<answer>Up</answer>",
      'outcome: expected another turn after "Up" at [0,1] with turns_left 2, got {"success":true,"reward":1,"termination":"goal"}',
    ],
    [
      "outcome.termination",
      "budget",
      'outcome: expected termination "goal" after "Down" at [0,1] with turns_left 2, got {"success":true,"reward":1,"termination":"budget"}',
    ],
    [
      "outcome.termination",
      "won",
      'outcome: expected termination "goal", "hole" or "budget", got {"success":true,"reward":1,"termination":"won"}',
    ],
    [
      "outcome.success",
      false,
      'outcome: expected success true with termination "goal", got {"success":false,"reward":1,"termination":"goal"}',
    ],
    ["outcome.success", "yes", 'outcome.success: expected true or false, got "yes"'],
  ])("with %s as %j", async (path, value, message) => {
    expect(await read(`\n${lineWith(path, value)}\n`, 7)).toStrictEqual([`t.jsonl:2: ${message}`]);
  });

  it("when a number overflows", async () => {
    expect(await read(sound.replace("-0.25", "-1e999"))).toStrictEqual([
      "t.jsonl:1: turns[0].action.log_probs[1]: expected a number, got -Infinity",
    ]);
  });

  it("by the first of several", async () => {
    const line = JSON.parse(lineWith("turns[0].action.text", "<answer>Left</answer>"));
    line.outcome.success = false;
    line.turns[1].snapshot.position = [5, 5];
    expect(await read(JSON.stringify(line))).toStrictEqual([
      "t.jsonl:1: turns[1].snapshot.position: expected a row below 2 and a column below 2, got [5,5]",
    ]);
  });
});
