import { describe, expect, it } from "vitest";
import { clusterSums } from "../../src/stats/cluster-sums.js";
import { clusteredMean } from "../../src/stats/clustered-mean.js";
import { passAtK, passHatK } from "../../src/stats/pass-at-k.js";

describe("pass@k", () => {
  // Of C(4, 2) = 6 pairs of attempts, C(2, 2) = 1 holds failures only.
  it("is the share of subsets with a pass", () => {
    expect(passAtK(4, 2, 2)).toBeCloseTo(5 / 6, 14);
  });

  // human-eval's evaluation.py (facts 1.5).
  it.each([
    [10, 3, 1, "0.3"],
    [10, 3, 5, "0.9166667"],
    [10, 3, 8, "1"],
    [10, 0, 5, "0"],
    [200, 1, 100, "0.5"],
    [20, 7, 10, "0.9984520"],
  ])("of %i attempts with %i passes at k = %i is that of human-eval", (attempts, passes, k, expected) => {
    const digits = expected.split(".")[1]?.length ?? 0;
    expect(passAtK(attempts, passes, k)?.toFixed(digits)).toBe(expected);
  });

  it("averages over tasks (facts 1.5: five tasks)", () => {
    const values = [3, 0, 10, 7, 1].map((passes) => passAtK(10, passes, 5) ?? Number.NaN);
    const sums = clusterSums();
    values.forEach((value, task) => {
      sums.add(String(task), value);
    });
    expect(values.map((value) => Number(value.toFixed(6)))).toEqual([0.916667, 0, 1, 1, 0.5]);
    expect(clusteredMean(sums).estimate?.toFixed(6)).toBe("0.683333");
    expect(clusteredMean(sums).standardError?.toFixed(6)).toBe("0.194365");
  });

  it("averages to the truth over all outcomes: unbiased", () => {
    // Σ_c C(7, c) p^c (1 − p)^(7 − c) pass@3(7, c) = 1 − (1 − p)³ and pass^3 = p³ at p = .3.
    let any = 0;
    let all = 0;
    let mass = 0.7 ** 7;
    for (let passes = 0; passes <= 7; passes += 1) {
      any += mass * (passAtK(7, passes, 3) ?? Number.NaN);
      all += mass * (passHatK(7, passes, 3) ?? Number.NaN);
      mass *= ((7 - passes) / (passes + 1)) * (0.3 / 0.7);
    }
    expect(any).toBeCloseTo(1 - 0.7 ** 3, 14);
    expect(all).toBeCloseTo(0.3 ** 3, 14);
  });
});

describe("pass^k", () => {
  it("is the share of subsets that pass whole (facts 1.5)", () => {
    expect(passHatK(10, 7, 3)?.toFixed(6)).toBe("0.291667");
    expect(passHatK(10, 2, 3)).toBe(0);
    expect(passHatK(3, 3, 3)).toBe(1);
  });

  it("is pass@k at k = 1, and its mirror", () => {
    for (let passes = 0; passes <= 9; passes += 1) {
      expect(passHatK(9, passes, 1)).toBeCloseTo(passAtK(9, passes, 1) ?? Number.NaN, 14);
      expect(passHatK(9, passes, 4)).toBeCloseTo(1 - (passAtK(9, 9 - passes, 4) ?? Number.NaN), 14);
    }
  });
});

describe("both", () => {
  it("have no answer with fewer than k attempts", () => {
    expect(passAtK(4, 4, 5)).toBeNull();
    expect(passHatK(4, 4, 5)).toBeNull();
    expect(passAtK(0, 0, 1)).toBeNull();
  });

  it("refuse what are no counts", () => {
    expect(() => passAtK(3, 4, 1)).toThrow("passes: expected a count from 0 to the attempts 3, got 4");
    expect(() => passHatK(3, -1, 1)).toThrow("passes: expected a count from 0 to the attempts 3, got -1");
    expect(() => passAtK(3, 1, 0)).toThrow("k: expected an integer of at least 1, got 0");
  });
});
