import { describe, expect, it } from "vitest";
import { stageOf } from "../../src/core/state.js";

describe("stageOf", () => {
  it.each([
    [1, ["early"]],
    [2, ["early", "late"]],
    [3, ["early", "middle", "late"]],
    // turn/(turns−1): 0, ⅓, ⅔, 1
    [4, ["early", "middle", "late", "late"]],
    // 0, ¼, ½, ¾, 1
    [5, ["early", "early", "middle", "late", "late"]],
    // 0, .14, .29, .43, .57, .71, .86, 1
    [8, ["early", "early", "early", "middle", "middle", "late", "late", "late"]],
  ] as const)("cuts %i turns into thirds of turn/(turns−1)", (turns, stages) => {
    expect(Array.from({ length: turns }, (_, turn) => stageOf(turn, turns))).toEqual(stages);
  });
});
