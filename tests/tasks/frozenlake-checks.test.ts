import { describe, expect, it } from "vitest";
import { frozenLake } from "../../src/tasks/frozenlake.js";

const lake = (...desc: string[]) => ({ instance_id: "lake", desc, success_rate: 0.8 });
const at = (row: number, column: number) => ({ position: [row, column], turns_left: 1 }) as const;

describe("a FrozenLake instance", () => {
  it.each([[lake("SG")], [lake("G", "S")], [lake("FFH", "GHS")]])(
    "%j is sound: any size, S and G anywhere",
    (instance) => {
      expect(frozenLake.checkInstance(instance)).toBeNull();
    },
  );

  it.each([
    [lake("SFG", "FF"), { field: "desc[1]", expected: "a row of 3 letters, as long as the first", got: '"FF"' }],
    [lake("SFF"), { field: "desc", expected: "exactly one G", got: "0" }],
    [lake("SGG"), { field: "desc", expected: "exactly one G", got: "2" }],
    [lake("SSG"), { field: "desc", expected: "exactly one S", got: "2" }],
    [lake("G"), { field: "desc", expected: "exactly one S", got: "0" }],
  ])("%j is not", (instance, defect) => {
    expect(frozenLake.checkInstance(instance)).toStrictEqual(defect);
  });
});

describe("a FrozenLake snapshot", () => {
  const wide = lake("SFFH", "FFFG");

  it("stands on ice or on the start", () => {
    for (const cell of [at(0, 0), at(0, 2), at(1, 2)]) expect(frozenLake.checkSnapshot(wide, cell)).toBeNull();
  });

  it.each([
    [at(2, 0), "a row below 2 and a column below 4", "[2,0]"],
    [at(0, 4), "a row below 2 and a column below 4", "[0,4]"],
    [at(0, 3), "a cell that is no hole and not the goal", "[0,3], which is H"],
    [at(1, 3), "a cell that is no hole and not the goal", "[1,3], which is G"],
  ])("does not stand elsewhere (%#)", (snapshot, expected, got) => {
    expect(frozenLake.checkSnapshot(wide, snapshot)).toStrictEqual({ field: "position", expected, got });
  });
});
