import { describe, expect, it } from "vitest";
import type { Judge, PublicFailure } from "../../src/core/judge.js";
import { keyedRng } from "../../src/core/rng.js";
import { deepCoder } from "../../src/tasks/deepcoder.js";
import { failureText } from "../../src/tasks/deepcoder-text.js";

const failure: PublicFailure = { number: 1, input: "3\n", expected: "6\n", got: "5\n", error: null };

/** Knows one problem; `good` solves it, `nearly` passes the public tests alone, anything else fails the first. */
const judge: Judge = {
  heldOut: ["p1"],
  isCalled: (id) => id === "call",
  statement: (id) => (id === "p1" ? "Double it." : null),
  solutions: () => ["good"],
  judge: async (_, program) => ({
    solved: program === "good",
    failure: program === "good" || program === "nearly" ? null : failure,
  }),
};
const task = deepCoder.create(judge);
const instance = { instance_id: "p1" };
const rng = keyedRng("");

describe("deepcoder-mt", () => {
  it("shows the problem with the turns left", () => {
    const { snapshot, messages } = task.start(instance, 3);
    expect(snapshot).toEqual({ turns_left: 3 });
    expect(messages.map((message) => message.role)).toEqual(["system", "user"]);
    expect(messages[1]?.content).toBe("Turns left: 3\n\nDouble it.");
  });

  it.each([
    ["```python\nprint(1)\n```", "print(1)\n"],
    ["first\n```python\na\n```\nthen\n```\nb\n```", "a\n"],
    ["```\na\n```\nthen\n```\nb\n```", "b\n"],
    ["```python\nprint('``')\n```", "print('``')\n"],
    ["print(1)", null],
    ["```python\nprint(1)\n", null],
  ])("reads the last fenced block of %j", (reply, program) => {
    expect(task.parse(reply)).toBe(program);
  });

  it.each([
    ["a block of another language before it", "```bash\nls\n```\nThen:\n```python\nprint(1)\n```", "print(1)\n"],
    ["a block of output after it", "```python\nprint(1)\n```\nOutput:\n```\n1\n```", "print(1)\n"],
    ["another name of Python", "```Python3\nprint(1)\n```", "print(1)\n"],
    ["the language after a blank, and more behind it", "``` py title=a\nprint(1)\n```", "print(1)\n"],
    ["Windows line ends", "```python\r\nprint(1)\r\nprint(2)\r\n```\r\n", "print(1)\nprint(2)\n"],
    ["two blocks of Python", "```python\n1\n```\n```python\n2\n```", "2\n"],
    ["a last block that is not closed", "```python\n1\n```\n```python\n2\n", "1\n"],
    ["no block but of another language", "```json\n{}\n```", null],
    ["backquotes within a line", "use ```print``` here\n```python\n1\n```", "1\n"],
  ])("reads a reply with %s", (_, reply, program) => {
    expect(task.parse(reply)).toBe(program);
  });

  it("says a program so that it is read again", () => {
    expect(task.parse(task.say("a = 1\nprint(a)\n"))).toBe("a = 1\nprint(a)\n");
  });

  it("shows the first public test that failed, and goes on", async () => {
    const step = await task.step(instance, { turns_left: 3 }, "bad", rng);
    expect(step).toEqual({
      snapshot: { turns_left: 2 },
      messages: [{ role: "user", content: "Turns left: 2\n\nTest 1 failed.\nInput:\n3\nExpected:\n6\nGot:\n5" }],
      reward: 0,
      termination: null,
      success: false,
    });
  });

  it("uses a turn for a reply without a program", async () => {
    const step = await task.step(instance, { turns_left: 2 }, null, rng);
    expect(step.messages[0]?.content).toBe("Turns left: 1\n\nThat was not a program.");
  });

  it("ends when the public tests pass; success is all tests", async () => {
    const [good, nearly] = [
      await task.step(instance, { turns_left: 3 }, "good", rng),
      await task.step(instance, { turns_left: 3 }, "nearly", rng),
    ];
    expect([good.termination, good.success, good.reward]).toEqual(["public_tests", true, 1]);
    expect([nearly.termination, nearly.success, nearly.reward]).toEqual(["public_tests", false, 0]);
  });

  it("ends when the turns run out", async () => {
    expect((await task.step(instance, { turns_left: 1 }, "bad", rng)).termination).toBe("budget");
  });

  it("says that there is nothing to play when all problems are for training", () => {
    const expected = "--problems: expected a problem that is not of the split train, got none";
    expect(() => deepCoder.create({ ...judge, heldOut: [] }).draw(rng)).toThrow(expected);
  });

  it("shows what tests call to a policy that is not to read input", () => {
    const [called, reads] = ["call", "p1"].map((id) => task.start({ instance_id: id }, 3).messages[0]?.content);
    expect(called).toContain("tests call that");
    expect(reads).toContain("reads standard input");
  });

  it("refuses an instance that is no problem", () => {
    expect(task.checkInstance({ instance_id: "p2" })).toEqual({
      field: "instance_id",
      expected: "a problem of --problems",
      got: "p2",
    });
  });

  it("cuts long inputs, answers and errors to 200 characters", () => {
    const text = failureText({ ...failure, input: `${"é".repeat(201)}\n`, got: null, error: "x".repeat(200) });
    expect(text).toBe(`Test 1 failed.\nInput:\n${"é".repeat(200)}…\nExpected:\n6\nError:\n${"x".repeat(200)}`);
  });
});
