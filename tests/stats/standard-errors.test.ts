import { describe, expect, it } from "vitest";
import { clusterSums } from "../../src/stats/cluster-sums.js";
import { clusteredMean } from "../../src/stats/clustered-mean.js";
import { superiority } from "../../src/stats/superiority.js";

/** Without names each value is a cluster of its own. */
function standardError(values: readonly number[], names?: string): number {
  const sums = clusterSums();
  values.forEach((value, index) => {
    sums.add(names?.[index] ?? String(index), value);
  });
  return clusteredMean(sums).standardError ?? Number.NaN;
}

const ones = [1, 1, 0, 1, 0, 0, 0, 1, 1, 1];
const a = [0.8, 0.6, 0.9, 0.4, 0.7, 0.5, 0.3, 0.9];
const b = [0.7, 0.6, 0.5, 0.5, 0.4, 0.5, 0.2, 0.6];
const differences = a.map((value, index) => value - (b[index] ?? Number.NaN));

describe("standard errors", () => {
  // Residuals .4, .4, −.6 | .4, −.6, −.6 | −.6, .4 | .4, .4: cluster sums .2, −.8, −.2, .8, their squares 1.36 in all;
  // CR1 = √(4/3 · 1.36) / 10. Independent: √(2.4 / 90).
  it("are CR1 with clusters and the ordinary one without (facts 1.1)", () => {
    expect(standardError(ones, "aaabbbccdd")).toBeCloseTo(Math.sqrt((4 / 3) * 1.36) / 10, 14);
    expect(standardError(ones, "aaabbbccdd").toFixed(7)).toBe("0.1346601");
    expect(standardError(ones).toFixed(7)).toBe("0.1632993");
  });

  it("give the design effect as the square of their ratio (facts 1.1: .68)", () => {
    expect((standardError(ones, "aaabbbccdd") / standardError(ones)) ** 2).toBeCloseTo(0.68, 14);
  });

  it("of paired differences are smaller than unpaired (facts 1.2)", () => {
    expect(standardError(differences)).toBeCloseTo(0.0625, 14);
    expect(standardError(differences, "00011222").toFixed(7)).toBe("0.0177466");
    expect(Math.hypot(standardError(a), standardError(b)).toFixed(7)).toBe("0.0962465");
  });

  it("of the half-tie share and of the net share, 45 wins, 12 ties, 43 losses (facts 1.6)", () => {
    const outcomes = [...Array(45).fill(1), ...Array(12).fill(0.5), ...Array(43).fill(0)] as number[];
    expect(standardError(outcomes).toFixed(7)).toBe("0.0471297");
    expect(standardError(outcomes.map((value) => 2 * value - 1)).toFixed(7)).toBe("0.0942595");
  });
});

describe("the mean superiority over tasks", () => {
  it("is rliable's probability of improvement (facts 1.4)", () => {
    const tasks = [superiority([0.5, 0.6, 0.8], [0.5, 0.7, 0.9]), superiority([0.3, 0.2, 0.2], [0.2, 0.2, 0.4])];
    expect(tasks.map((task) => task.toFixed(6))).toEqual(["0.611111", "0.555556"]);
    expect(((tasks[0] ?? 0) + (tasks[1] ?? 0)) / 2).toBeCloseTo(0.583333, 6);
  });
});
