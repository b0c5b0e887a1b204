import { describe, expect, it } from "vitest";
import { cellAt, letterAt, movesOf, positionOf, slipsOf, spread } from "../../src/tasks/frozenlake-board.js";

// Cells 0 1 2 over 3 4 5: wider than high, so that rows and columns cannot be mistaken for each other.
const wide = { instance_id: "wide", desc: ["SFH", "FFG"], success_rate: 0.6 };

describe("a FrozenLake board", () => {
  it("numbers its cells row by row", () => {
    expect([cellAt(wide, [0, 2]), cellAt(wide, [1, 0])]).toStrictEqual([2, 3]);
    expect([0, 1, 2, 3, 4, 5].map((cell) => positionOf(wide, cell))).toStrictEqual([
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 0],
      [1, 1],
      [1, 2],
    ]);
    expect([0, 1, 2, 3, 4, 5].map((cell) => letterAt(wide, cell)).join("")).toBe("SFHFFG");
  });

  // (1 - 0.6)/2 = 0.2 to either side, in the order move-1, move, move+1 of Left 0, Down 1, Right 2, Up 3.
  it.each([
    [4, 0, [1, 3, 4]],
    [4, 1, [3, 4, 5]],
    [4, 2, [4, 5, 1]],
    [4, 3, [5, 1, 3]],
    [0, 0, [0, 0, 3]],
    [1, 2, [4, 2, 1]],
  ])("from cell %d by move %d slips to %j", (cell, move, cells) => {
    const slips = slipsOf(wide, cell, move);
    expect(slips.map((slip) => slip.cell)).toStrictEqual(cells);
    for (const [i, probability] of [0.2, 0.6, 0.2].entries())
      expect(slips[i]?.probability).toBeCloseTo(probability, 15);
  });

  it("spreads the player over cells along several moves, holes and goal keeping theirs", () => {
    // Right from 1: hole 0.6, down to 4 0.2, wall 0.2. Then Right: 4 → goal 0.6, 1 0.2, wall 0.2; 1 → hole 0.6, 4 0.2, 1 0.2.
    const reached = spread(wide, 1, [2, 2]);
    const expected = new Map([
      [2, 0.6 + 0.2 * 0.6],
      [5, 0.2 * 0.6],
      [1, 0.2 * 0.2 + 0.2 * 0.2],
      [4, 0.2 * 0.2 + 0.2 * 0.2],
    ]);
    expect(new Set(reached.keys())).toStrictEqual(new Set(expected.keys()));
    for (const [cell, probability] of expected) expect(reached.get(cell)).toBeCloseTo(probability, 14);
  });

  it("leaves the player where it is without a move", () => {
    expect(spread(wide, 1, movesOf(null))).toStrictEqual(new Map([[1, 1]]));
  });

  it("reaches nothing by a slip of probability 0", () => {
    expect([...spread({ ...wide, success_rate: 1 }, 1, movesOf("Down")).keys()]).toStrictEqual([4]);
  });
});
