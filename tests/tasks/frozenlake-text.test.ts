import { describe, expect, it } from "vitest";
import { frozenLake } from "../../src/tasks/frozenlake.js";

describe("a FrozenLake reply", () => {
  it.each([
    ["<answer>Left</answer>", "Left"],
    ["<think>Up is ice.</think><answer>Down</answer><|im_end|>", "Down"],
    ["<ANSWER> rIGHT\n</Answer>", "Right"],
    ["<answer>Left,Up</answer>", "Left,Up"],
    ["<answer>left || up || down</answer>", "Left,Up,Down"],
    ["<answer>Left Up</answer>", "Left,Up"],
    ["<answer>Left,</answer>", "Left"],
    ["<answer>Left</answer> or rather <answer>Up</answer>", "Up"],
    ["<answer>Left</answer> or rather <answer>Up", "Left"],
    ["<answer>Left<answer>Up</answer>", "Up"],
    ["<answer>Left</answer> done </answer>", "Left"],
    [`<answer>${Array(64).fill("Up").join(" ")}</answer>`, Array(64).fill("Up").join(",")],
  ])("%j means %j", (reply, action) => {
    expect(frozenLake.parse(reply)).toBe(action);
  });

  it.each([
    [""],
    ["Left"],
    ["<answer>Left"],
    ["</answer>Left<answer>"],
    ["<answer></answer>"],
    ["<answer> , </answer>"],
    ["<answer>Stay</answer>"],
    ["<answer>Left|Up</answer>"],
    ["<answer>Left, then Up</answer>"],
    ["<answer>Left</answer><answer>1</answer>"],
    [`<answer>${Array(65).fill("Up").join(" ")}</answer>`],
  ])("%j is no action", (reply) => {
    expect(frozenLake.parse(reply)).toBeNull();
  });

  it("says a canonical action so that it is parsed again", () => {
    expect(frozenLake.say("Left")).toBe("<answer>Left</answer>");
    for (const action of [...(frozenLake.actions ?? []), "Left,Up,Up"]) {
      expect(frozenLake.parse(frozenLake.say(action))).toBe(action);
    }
  });
});

describe("a FrozenLake prompt", () => {
  const instance = { instance_id: "lake", desc: ["SF", "HG"], success_rate: 0.8 };
  const snapshot = { position: [0, 1], turns_left: 3 } as const;
  const user = (content: string) => ({ role: "user", content }) as const;

  it.each([
    ["the board itself", [user("Turns left: 3\n_ P\nO G")], true],
    ["the board after lines of its own", [user("That was not a move.\nTurns left: 3\n_ P\nO G")], true],
    ["another number of turns", [user("Turns left: 4\n_ P\nO G")], false],
    ["another position", [user("Turns left: 3\nP _\nO G")], false],
    ["words glued to the board", [user("No Turns left: 3\n_ P\nO G")], false],
    ["another style", [user("_P\nOG")], false],
    [
      "an answer after the board",
      [user("Turns left: 3\n_ P\nO G"), { role: "assistant", content: "" } as const],
      false,
    ],
    ["nothing", [], false],
  ])("is recognised by its end: %s", (_, messages, own) => {
    expect(frozenLake.recognises(instance, snapshot, messages)).toBe(own);
  });
});
