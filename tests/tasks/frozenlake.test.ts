import { describe, expect, it } from "vitest";
import { frozenLake } from "../../src/tasks/frozenlake.js";
import { cellAt, moves, spread } from "../../src/tasks/frozenlake-board.js";
import { tasks } from "../../src/tasks/index.js";
import { fixedRng } from "./fixed-rng.js";

const slippery = { instance_id: "lake", desc: ["SFFF", "FHFH", "FFFH", "HFFG"], success_rate: 0.8 };
const sure = { ...slippery, success_rate: 1 };
const at = (row: number, column: number, turnsLeft = 5) =>
  ({ position: [row, column], turns_left: turnsLeft }) as const;

describe("FrozenLake's turn", () => {
  // Down (1) slips to Left (0) below 0.1, goes Down below 0.9, slips to Right (2) from there: Gymnasium's order a-1, a, a+1.
  it.each([
    [0.05, [2, 1]],
    [0.15, [3, 2]],
    [0.85, [3, 2]],
    [0.95, [2, 3]],
  ])("takes the direction in which the uniform number %d falls", (uniform, position) => {
    expect(frozenLake.step(slippery, at(2, 2), "Down", fixedRng(uniform)).snapshot.position).toStrictEqual(position);
  });

  it("stays at a wall", () => {
    expect(frozenLake.step(sure, at(0, 0), "Up", fixedRng(0)).snapshot).toStrictEqual(at(0, 0, 4));
    expect(frozenLake.step(sure, at(3, 2), "Down", fixedRng(0.999)).snapshot).toStrictEqual(at(3, 2, 4));
  });

  it("never slips when success_rate is 1", () => {
    for (const uniform of [0, 0.5, 1 - 2 ** -53]) {
      expect(frozenLake.step(sure, at(0, 0), "Right", fixedRng(uniform)).snapshot.position).toStrictEqual([0, 1]);
    }
  });

  it("goes on with the board and one turn less", () => {
    expect(frozenLake.step(sure, at(0, 0), "Down", fixedRng(0.5))).toStrictEqual({
      snapshot: at(1, 0, 4),
      messages: [{ role: "user", content: "Turns left: 4\n_ _ _ _\nP O _ O\n_ _ _ O\nO _ _ G" }],
      reward: 0,
      termination: null,
      success: false,
    });
  });

  it("ends with success and reward 1 on the goal", () => {
    expect(frozenLake.step(sure, at(3, 2), "Right", fixedRng(0.5))).toStrictEqual({
      snapshot: at(3, 3, 4),
      messages: [],
      reward: 1,
      termination: "goal",
      success: true,
    });
  });

  it("ends without success in a hole", () => {
    const step = frozenLake.step(sure, at(1, 0), "Right", fixedRng(0.5));
    expect([step.termination, step.success, step.reward]).toStrictEqual(["hole", false, 0]);
  });

  it("ends when the budget is used up, but a goal reached with the last turn counts", () => {
    expect(frozenLake.step(sure, at(0, 0, 1), "Right", fixedRng(0.5)).termination).toBe("budget");
    expect(frozenLake.step(sure, at(3, 2, 1), "Right", fixedRng(0.5)).termination).toBe("goal");
  });

  it("uses a turn without a move or a draw when the reply is invalid, and says so", () => {
    const step = frozenLake.step(sure, at(0, 0, 3), null, fixedRng());
    expect(step.snapshot).toStrictEqual(at(0, 0, 2));
    expect(step.messages).toStrictEqual([
      { role: "user", content: "That was not a move.\nTurns left: 2\nP _ _ _\n_ O _ O\n_ _ _ O\nO _ _ G" },
    ]);
  });

  it("makes several moves of one reply in order, each with its own number, for one turn", () => {
    // Down with 0.5 goes down to [1,0]; Down with 0.95 slips right, into the hole at [1,1]; the third is never drawn.
    const step = frozenLake.step(slippery, at(0, 0), "Down,Down,Down", fixedRng(0.5, 0.95));
    expect(step.snapshot).toStrictEqual(at(1, 1, 4));
    expect(step.termination).toBe("hole");
  });

  it("goes each way as often as the scorer believes", () => {
    // 1000 evenly spaced numbers: 100, 800 and 100 of them fall on the three directions.
    for (const move of [0, 1, 2, 3]) {
      const counts = new Map<number, number>();
      for (let i = 0; i < 1000; i++) {
        const { snapshot } = frozenLake.step(slippery, at(2, 1), moves[move] ?? "", fixedRng((i + 0.5) / 1000));
        const cell = cellAt(slippery, snapshot.position);
        counts.set(cell, (counts.get(cell) ?? 0) + 1);
      }
      const expected = [...spread(slippery, cellAt(slippery, [2, 1]), [move])].map(
        ([cell, probability]) => [cell, Math.round(1000 * probability)] as const,
      );
      expect(counts).toStrictEqual(new Map(expected));
    }
  });

  it("refuses an action that is not canonical", () => {
    expect(() => frozenLake.step(sure, at(0, 0), "down", fixedRng(0.5))).toThrow(
      "not a canonical FrozenLake action: down",
    );
  });
});

describe("FrozenLake's start", () => {
  it("stands on S, wherever it is, with the whole budget", () => {
    const instance = { instance_id: "lake", desc: ["GFH", "FFS"], success_rate: 1 };
    expect(frozenLake.start(instance, 8)).toStrictEqual({
      snapshot: { position: [1, 2], turns_left: 8 },
      messages: [
        {
          role: "system",
          content:
            "You are crossing a frozen lake. P is you, _ is ice, O is a hole, G is the goal. Each turn choose one move: Left, Down, Right or Up. Falling into a hole ends the game. Reply with <answer>Move</answer>.",
        },
        { role: "user", content: "Turns left: 8\nG _ O\n_ _ P" },
      ],
    });
  });

  it("warns of the slip where there is one", () => {
    expect(frozenLake.start(slippery, 8).messages[0]?.content).toBe(
      "You are crossing a frozen lake. P is you, _ is ice, O is a hole, G is the goal. Each turn choose one move: Left, Down, Right or Up. The ice may carry you sideways instead. Falling into a hole ends the game. Reply with <answer>Move</answer>.",
    );
  });
});

describe("the registry of tasks", () => {
  it("names every task as the task names itself", () => {
    for (const [name, task] of Object.entries(tasks)) expect(task.name).toBe(name);
    expect(Object.keys(tasks)).toContain("frozenlake");
  });
});
