import { describe, expect, it } from "vitest";
import { keyedRng } from "../../src/core/rng.js";
import { choosers, type WrongAction } from "../../src/injection/choosers.js";

const wrongAction = (action: string, regret: number, probability: number | null = null): WrongAction => ({
  action,
  quality: 1 - regret,
  regret,
  probability,
});

function chosenBy(name: string, wrong: readonly WrongAction[]): string[] {
  return Array.from({ length: 300 }, (_, i) => choosers[name]?.choose(wrong, keyedRng(`${i}`)).action ?? "none");
}

const shareOf = (action: string, chosen: readonly string[]) =>
  chosen.filter((name) => name === action).length / chosen.length;

describe("a chooser of wrong actions", () => {
  it("is registered under its own name", () => {
    expect(Object.keys(choosers)).toStrictEqual(["uniform", "worst", "likely", "mutant", "pool"]);
    for (const [name, chooser] of Object.entries(choosers)) expect(chooser.name).toBe(name);
  });

  it("uniform: takes each with the same chance", () => {
    const chosen = chosenBy("uniform", [wrongAction("Left", 0.1), wrongAction("Up", 0.5), wrongAction("Down", 0.2)]);
    // A third of 300 has a standard error of 0.027; 0.1 is more than three of them.
    for (const action of ["Left", "Up", "Down"]) expect(Math.abs(shareOf(action, chosen) - 1 / 3)).toBeLessThan(0.1);
  });

  it("worst: takes the greatest regret, ties of 1e-9 at random", () => {
    expect(new Set(chosenBy("worst", [wrongAction("Left", 0.1), wrongAction("Up", 0.5)]))).toStrictEqual(
      new Set(["Up"]),
    );
    const tied = chosenBy("worst", [
      wrongAction("Left", 0.5),
      wrongAction("Up", 0.1),
      wrongAction("Down", 0.5 + 1e-12),
    ]);
    expect(shareOf("Up", tied)).toBe(0);
    expect(Math.abs(shareOf("Left", tied) - 1 / 2)).toBeLessThan(0.1);
  });

  it("likely: takes the most probable, the first in a tie", () => {
    const wrong = [wrongAction("Left", 0.5, 0.2), wrongAction("Down", 0.1, 0.3), wrongAction("Up", 0.9, 0.3)];
    expect(new Set(chosenBy("likely", wrong))).toStrictEqual(new Set(["Down"]));
  });

  it("likely: needs probabilities, the others do not", () => {
    expect(Object.values(choosers).map(({ needsProbabilities }) => needsProbabilities)).toStrictEqual([
      false,
      false,
      true,
      false,
      false,
    ]);
    const wrong = [wrongAction("Left", 0.5), wrongAction("Up", 0.5)];
    expect(() => choosers.likely?.choose(wrong, keyedRng(""))).toThrow("no probability was given for Up");
  });
});
