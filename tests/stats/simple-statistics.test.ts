import { cumulativeStdNormalProbability, probit } from "simple-statistics";
import { expect, it } from "vitest";

// docs/statistics.md, "What is ours, and why": of the pinned version. A better one would let stdlib's go.
it("simple-statistics' normal quantile is off by 3 thousandths, and its distribution is a table of four digits", () => {
  expect(probit(0.975)).toBeCloseTo(1.957162, 6);
  expect(Math.abs(probit(0.975) - 1.959963984540054)).toBeGreaterThan(2.5e-3);
  expect(cumulativeStdNormalProbability(1.96)).toBe(0.975);
  expect(cumulativeStdNormalProbability(5)).toBeLessThan(0.9999);
});
