import { describe, expect, it } from "vitest";
import { differenceOf, EXACT_TOLERANCE, outcome } from "../../src/stats/outcome.js";

describe("a difference of means", () => {
  it("is 0 where the outcome is a tie: .3 − .2 and .2 − .1 differ by rounding alone", () => {
    expect(0.3 - 0.2).not.toBe(0.2 - 0.1);
    expect(outcome(0.3 - 0.2, 0.2 - 0.1)).toBe("tie");
    expect(differenceOf(0.3 - 0.2, 0.2 - 0.1)).toBe(0);
  });

  it("of exact means is 0 within what single precision can tell", () => {
    expect(differenceOf(0.5, 0.5000005)).toBeCloseTo(5e-7, 12);
    expect(differenceOf(0.5, 0.5000005, EXACT_TOLERANCE)).toBe(0);
    expect(differenceOf(0.5, 0.49999, EXACT_TOLERANCE)).toBeCloseTo(-1e-5, 12);
  });
});
