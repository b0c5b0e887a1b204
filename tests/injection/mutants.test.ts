import { describe, expect, it } from "vitest";
import { keyedRng } from "../../src/core/rng.js";
import { drawMutants, mutantsOf } from "../../src/injection/mutants.js";

describe("mutants", () => {
  it("change one operator, one constant by one, or leave one line out", () => {
    expect(mutantsOf("a = 1\nprint(a > 2)\n").toSorted()).toEqual(
      [
        "a = 1\nprint(a >= 2)\n",
        "a = 2\nprint(a > 2)\n",
        "a = 0\nprint(a > 2)\n",
        "a = 1\nprint(a > 3)\n",
        "a = 1\nprint(a > 1)\n",
        "print(a > 2)\n",
        "a = 1\n",
      ].toSorted(),
    );
  });

  it("leave a program whole where a block needs its head, or something in it", () => {
    expect(mutantsOf("def f(n):\n    return n\nprint(f(input()),\n    end='')\n")).toEqual([
      "def f(n):\n    pass\nprint(f(input()),\n    end='')\n",
    ]);
  });

  it("leave names and fractions that hold digits alone", () => {
    expect(mutantsOf("x1 = 0.5\n")).toEqual([]);
  });

  it("are drawn by the key alone, distinct, as many as asked for or as there are", () => {
    const program = "a = 1\nprint(a > 2)\n";
    const drawn = drawMutants(program, 3, keyedRng("a"));
    expect(drawn).toEqual(drawMutants(program, 3, keyedRng("a")));
    expect(new Set(drawn).size).toBe(3);
    expect(drawMutants(program, 100, keyedRng("b")).length).toBe(7);
  });
});
