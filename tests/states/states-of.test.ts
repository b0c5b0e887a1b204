import { describe, expect, it } from "vitest";
import type { Trajectory } from "../../src/core/trajectory.js";
import { statesOf } from "../../src/states/states-of.js";

const user = (content: string) => ({ role: "user", content }) as const;
const turn = (content: string, text: string, turnsLeft: number) => ({
  messages: [user(content)],
  action: { text },
  snapshot: { turns_left: turnsLeft },
  reward: 0,
});

const trajectory: Trajectory = {
  trajectoryId: "t:9",
  task: "any",
  instance: { instance_id: "i" },
  policy: "base",
  budget: 4,
  outcome: { success: false, reward: 0, termination: "budget" },
  turns: [turn("one", "A", 4), turn("two", "B", 3), turn("three", "C", 2), turn("four", "D", 1)],
};

describe("the states of a trajectory", () => {
  it("are named <trajectory_id>:<turn> and lie on the trajectory", () => {
    const states = statesOf(trajectory);
    expect(states.map((state) => state.stateId)).toStrictEqual(["t:9:0", "t:9:1", "t:9:2", "t:9:3"]);
    for (const [i, state] of states.entries()) {
      const { trajectoryId, kind, turn: at, turns, instance, snapshot, injection } = state;
      expect({ trajectoryId, kind, at, turns, instance, snapshot, injection }).toStrictEqual({
        trajectoryId: "t:9",
        kind: "on_trajectory",
        at: i,
        turns: 4,
        instance: trajectory.instance,
        snapshot: { turns_left: 4 - i },
        injection: null,
      });
    }
  });

  it("have all messages so far, each earlier action as the assistant's", () => {
    const assistant = (content: string) => ({ role: "assistant", content }) as const;
    const [first, , third] = statesOf(trajectory);
    expect(first?.messages).toStrictEqual([user("one")]);
    expect(third?.messages).toStrictEqual([user("one"), assistant("A"), user("two"), assistant("B"), user("three")]);
  });

  it("are early, middle and late by thirds of turn/(turns-1)", () => {
    // 0/3 early; 1/3 and not below it: middle; 2/3: late; 3/3: late.
    expect(statesOf(trajectory).map(({ stage }) => stage)).toStrictEqual(["early", "middle", "late", "late"]);
  });
});
