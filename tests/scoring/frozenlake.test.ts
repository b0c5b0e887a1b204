import { describe, expect, it } from "vitest";
import { frozenLakeScorer } from "../../src/scoring/frozenlake.js";
import { scorers } from "../../src/scoring/index.js";

const moves = ["Left", "Down", "Right", "Up"];
const board = ["SFFF", "FHFH", "FFFH", "HFFG"];
const third = 1 / 3;

function at(successRate: number, turnsLeft: number, position: readonly [number, number] = [0, 0], desc = board) {
  return {
    instance: { instance_id: "lake", desc, success_rate: successRate },
    snapshot: { position, turns_left: turnsLeft },
  };
}

/** A scorer that never fails, so that its qualities are numbers. */
function numbersOf(options: Readonly<Record<string, string>>) {
  const { qualities, best } = frozenLakeScorer.create(options);
  return {
    qualities: async (...[situation, actions]: Parameters<typeof qualities>): Promise<readonly number[]> =>
      (await qualities(situation, actions)).map((quality) => {
        if (typeof quality !== "number") throw new TypeError(quality.unscored);
        return quality;
      }),
    best,
  };
}

const success = numbersOf({});
const discounted = (gamma: string) => numbersOf({ quality: "discounted", gamma });

describe("FrozenLake quality on the default map", () => {
  // facts/frozenlake.md, computed there on Gymnasium's own transition table; six decimals.
  it.each([
    [success, at(third, 100), [0.74419, 0.735204, 0.735204, 0.733225]],
    [success, at(third, 10), [0.04039, 0.041406, 0.041406, 0.030331]],
    [success, at(0.8, 10), [0.651908, 0.68957, 0.599663, 0.639064]],
    [discounted("0.99"), at(third, 10), [0.542026, 0.527762, 0.527762, 0.522342]],
    [discounted("1"), at(third, 10), [14 / 17, 14 / 17, 14 / 17, 14 / 17]],
    [discounted("1"), at(third, 1, [3, 2]), [0.862745, 0.941176, 0.901961, 0.882353]],
  ])("is the known value of every move (%#)", async (scorer, situation, expected) => {
    const qualities = await scorer.qualities(situation, moves);
    for (const [i, quality] of qualities.entries()) expect(Math.abs(quality - (expected[i] ?? 0))).toBeLessThan(6e-7);
    expect(await scorer.best(situation)).toBe(Math.max(...qualities));
  });

  it("approaches the unlimited value as the turns left grow", async () => {
    const [left] = await success.qualities(at(third, 1_000_000), ["Left"]);
    expect(left).toBeCloseTo(14 / 17, 12);
  });

  it("makes the best first move depend on the turns left", async () => {
    const best = async (turns: number) => {
      const qualities = await success.qualities(at(third, turns), moves);
      return moves.filter((_, i) => (qualities[i] ?? 0) > Math.max(...qualities) - 1e-9);
    };
    expect([await best(10), await best(100)]).toStrictEqual([["Down", "Right"], ["Left"]]);
  });

  it("ties every safe move at 1 without slip, discount or limit", async () => {
    expect(await discounted("1").qualities(at(1, 1), moves)).toStrictEqual([1, 1, 1, 1]);
  });
});

describe("FrozenLake quality by hand", () => {
  // SF over HG. From [0,1], Down reaches G with 0.8 and slips to [0,0] or the wall ([0,1] again) with 0.1 each.
  const small = ["SF", "HG"];

  it("with one turn left is the chance to step on the goal", async () => {
    const qualities = await success.qualities(at(0.8, 1, [0, 1], small), [...moves, null]);
    // Left slips Down with 0.1, Right slips Down with 0.1, Up does not.
    for (const [i, expected] of [0.1, 0.8, 0.1, 0, 0].entries()) expect(qualities[i]).toBeCloseTo(expected, 14);
  });

  it("with two turns left adds the best of what remains", async () => {
    const [down, up] = await success.qualities(at(0.8, 2, [0, 1], small), ["Down", "Up"]);
    // [0,0] with one turn is worth 0; [0,1] 0.8. Down: 0.8 + 0.1·0.8. Up: wall 0.8·0.8, left 0, right wall 0.1·0.8.
    expect(down).toBeCloseTo(0.88, 14);
    expect(up).toBeCloseTo(0.72, 14);
  });

  it("of an invalid reply is the best value with a turn less", async () => {
    expect(await success.qualities(at(third, 11), [null])).toStrictEqual([await success.best(at(third, 10))]);
    const best = (await discounted("0.9").best(at(0.8, 1))) ?? 0;
    expect((await discounted("0.9").qualities(at(0.8, 1), [null]))[0]).toBeCloseTo(0.9 * best, 14);
  });

  it("of several moves is the expected best value after the whole sequence, for one turn", async () => {
    const [both] = await success.qualities(at(0.8, 1, [0, 0], small), ["Right,Down"]);
    // Right from [0,0]: [0,1] 0.8, hole 0.1, wall 0.1. Then Down: from [0,1] 0.8 reach G; from [0,0] (0.1) Down slips
    // Right, onto [0,1], at best: no goal. So 0.8·0.8 = 0.64.
    expect(both).toBeCloseTo(0.64, 14);
  });

  it("of several moves may exceed the best of one", async () => {
    const situation = at(1, 1, [0, 0], small);
    expect(await success.best(situation)).toBe(0);
    expect(await success.qualities(situation, ["Right,Down"])).toStrictEqual([1]);
  });

  it("stops a sequence at the goal or in a hole", async () => {
    expect(await success.qualities(at(1, 1, [0, 1], small), ["Down,Left"])).toStrictEqual([1]);
    expect(await success.qualities(at(1, 5, [0, 0], small), ["Down,Right"])).toStrictEqual([0]);
  });

  it("never exceeds 1 nor falls below 0, and grows with the turns left", async () => {
    let before = [0, 0, 0, 0];
    for (let turns = 1; turns < 200; turns++) {
      const now = await success.qualities(at(third, turns, [0, 0], ["SF", "FG"]), moves);
      for (const [i, quality] of now.entries()) {
        expect(quality).toBeGreaterThanOrEqual(before[i] ?? 0);
        expect(quality).toBeLessThanOrEqual(1);
      }
      before = [...now];
    }
  });
});

describe("the FrozenLake scorer", () => {
  it("gives the same answer whatever was asked before", async () => {
    const fresh = await frozenLakeScorer.create({}).qualities(at(0.8, 7), moves);
    const used = frozenLakeScorer.create({});
    // More maps than are kept, so that the first is forgotten and made again.
    for (let rate = 1; rate <= 100; rate++) await used.qualities(at(rate / 100, 3), moves);
    for (const turns of [9, 2]) await used.qualities(at(0.8, turns), moves);
    expect(await used.qualities(at(0.8, 7), moves)).toStrictEqual(fresh);
  });

  it("tells maps with the same name apart", async () => {
    const scorer = frozenLakeScorer.create({});
    expect(await scorer.qualities(at(1, 1, [0, 0], ["SG"]), ["Right"])).toStrictEqual([1]);
    expect(await scorer.qualities(at(1, 1, [0, 1], ["GS"]), ["Right"])).toStrictEqual([0]);
  });

  it.each([
    [{ quality: "best" }, '--quality: expected "success" or "discounted", got "best"'],
    [{ quality: "success", gamma: "0.9" }, "--gamma: expected --quality discounted with it, got success"],
    [{ quality: "discounted", gamma: "0" }, '--gamma: expected a number above 0 and at most 1, got "0"'],
    [{ quality: "discounted", gamma: "1.01" }, '--gamma: expected a number above 0 and at most 1, got "1.01"'],
    [{ quality: "discounted", gamma: "" }, '--gamma: expected a number above 0 and at most 1, got ""'],
    [{ quality: "discounted", gamma: "high" }, '--gamma: expected a number above 0 and at most 1, got "high"'],
  ])("refuses %j", (options, message) => {
    expect(() => frozenLakeScorer.create(options)).toThrow(message);
  });

  it("uses the defaults its options declare", async () => {
    const declared = Object.fromEntries(frozenLakeScorer.options.map((option) => [option.flag, option.default]));
    expect(await frozenLakeScorer.create(declared).qualities(at(third, 10), moves)).toStrictEqual(
      await success.qualities(at(third, 10), moves),
    );
    const byDefault = frozenLakeScorer.create({ quality: "discounted" });
    expect(await byDefault.best(at(third, 1))).toBe(await discounted("0.99").best(at(third, 1)));
  });

  it("is registered under the name of its task", () => {
    expect(scorers.frozenlake).toBe(frozenLakeScorer);
  });
});
