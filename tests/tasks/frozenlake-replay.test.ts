import { describe, expect, it } from "vitest";
import { choose, keyedRng } from "../../src/core/rng.js";
import { frozenLake } from "../../src/tasks/frozenlake.js";

// From [2,2], Down leads to [3,2] and slips to [2,1] or into the hole [2,3]; from [3,2], Right leads to the goal [3,3].
const slippery = { instance_id: "lake", desc: ["SFFF", "FHFH", "FFFH", "HFFG"], success_rate: 0.8 };
const sure = { ...slippery, success_rate: 1 };
const at = (row: number, column: number, turnsLeft = 5) =>
  ({ position: [row, column], turns_left: turnsLeft }) as const;
const ended = (termination: string, success = termination === "goal") => ({ success, reward: 0, termination });

describe("a FrozenLake turn", () => {
  it.each([
    ["as meant", at(2, 2), "Down", at(3, 2, 4)],
    ["sideways", at(2, 2), "Down", at(2, 1, 4)],
    ["nowhere at a wall", at(0, 0), "Left", at(0, 0, 4)],
    ["nowhere by an invalid reply", at(2, 2), null, at(2, 2, 4)],
    ["along several moves", at(0, 0), "Down,Down", at(2, 0, 4)],
  ])("may lead %s", (_, before, action, after) => {
    expect(frozenLake.cannotFollow(slippery, before, action, after, ended("goal"))).toBeNull();
  });

  it.each([
    ["backwards", at(2, 2), "Down", at(1, 2, 4), 'position [2,1] or [3,2] after "Down" at [2,2] with turns_left 5'],
    [
      "anywhere by an invalid reply",
      at(2, 2),
      null,
      at(3, 2, 4),
      "position [2,2] after an invalid reply at [2,2] with turns_left 5",
    ],
    ["without its turn", at(2, 2), "Down", at(3, 2, 5), 'turns_left 4 after "Down" at [2,2] with turns_left 5'],
    [
      "past the budget",
      at(2, 2, 1),
      "Down",
      at(3, 2, 1),
      'the end of the episode after "Down" at [2,2] with turns_left 1',
    ],
  ])("cannot lead %s", (_, before, action, after, expected) => {
    expect(frozenLake.cannotFollow(slippery, before, action, after, ended("goal"))).toBe(expected);
  });

  it("cannot lead sideways on ice without slip, nor on from where the game had to end", () => {
    expect(frozenLake.cannotFollow(sure, at(2, 2), "Down", at(2, 1, 4), ended("goal"))).toBe(
      'position [3,2] after "Down" at [2,2] with turns_left 5',
    );
    expect(frozenLake.cannotFollow(sure, at(3, 2), "Right,Left", at(3, 2, 4), ended("goal"))).toBe(
      'the end of the episode after "Right,Left" at [3,2] with turns_left 5',
    );
  });

  it("counts the positions when they are too many to list", () => {
    const open = { instance_id: "open", desc: ["SFFFF", "FFFFF", "FFFFF", "FFFFF", "FFFFG"], success_rate: 0.8 };
    // With k slips it ends in row 3-k; row 3: column 2; row 2: 1, 3; row 1: 0, 2, 4; row 0: 0, 1, 3, 4 (0 and 4 at a wall).
    expect(frozenLake.cannotFollow(open, at(0, 2), "Down,Down,Down", at(4, 2, 4), ended("goal"))).toBe(
      'one of 10 positions after "Down,Down,Down" at [0,2] with turns_left 5',
    );
  });
});

describe("the end of a FrozenLake episode", () => {
  it.each([
    [slippery, at(3, 2), "Right", ended("goal")],
    [slippery, at(3, 2), "Down", ended("goal")],
    [slippery, at(2, 2), "Down", ended("hole")],
    [slippery, at(2, 2, 1), "Down", ended("budget")],
    [slippery, at(2, 2, 1), null, ended("budget")],
  ])("may be what the ice allows", (instance, before, action, outcome) => {
    expect(frozenLake.cannotFollow(instance, before, action, null, outcome)).toBeNull();
  });

  it.each([
    [slippery, at(2, 2), "Down", ended("won"), 'termination "goal", "hole" or "budget"'],
    [slippery, at(2, 2), "Down", ended("goal"), 'termination "hole" after "Down" at [2,2] with turns_left 5'],
    [slippery, at(2, 2), "Down", ended("budget"), 'termination "hole" after "Down" at [2,2] with turns_left 5'],
    [sure, at(2, 2), "Down", ended("hole"), 'another turn after "Down" at [2,2] with turns_left 5'],
    [sure, at(3, 2, 1), "Right", ended("budget"), 'termination "goal" after "Right" at [3,2] with turns_left 1'],
    [
      slippery,
      at(2, 2, 1),
      "Down",
      ended("goal"),
      'termination "hole" or "budget" after "Down" at [2,2] with turns_left 1',
    ],
    [slippery, at(3, 2), "Right", ended("goal", false), 'success true with termination "goal"'],
    [slippery, at(2, 2), "Down", ended("hole", true), 'success false with termination "hole"'],
  ])("cannot be what the ice forbids (%#)", (instance, before, action, outcome, expected) => {
    expect(frozenLake.cannotFollow(instance, before, action, null, outcome)).toBe(expected);
  });
});

describe("every game that FrozenLake plays", () => {
  it("can have gone as it went", () => {
    const actions = ["Left", "Down", "Right", "Up", "Down,Right", "Right,Right,Down", null];
    const endings = new Set<string>();
    for (let game = 0; game < 200; game++) {
      const rng = keyedRng(`game ${game}`);
      const instance = frozenLake.draw(rng);
      let { snapshot } = frozenLake.start(instance, 6);
      for (let turn = 0; ; turn++) {
        const action = choose(actions, rng.child("action"), turn);
        const step = frozenLake.step(instance, snapshot, action, rng.child("ice", turn));
        const outcome = { success: step.success, reward: step.reward, termination: step.termination ?? "" };
        const after = step.termination === null ? step.snapshot : null;
        expect(frozenLake.cannotFollow(instance, snapshot, action, after, outcome)).toBeNull();
        if (step.termination !== null) {
          endings.add(step.termination);
          break;
        }
        expect(frozenLake.checkSnapshot(instance, step.snapshot)).toBeNull();
        expect(frozenLake.recognises(instance, step.snapshot, step.messages)).toBe(true);
        snapshot = step.snapshot;
      }
    }
    expect(endings).toStrictEqual(new Set(["goal", "hole", "budget"]));
  });
});
