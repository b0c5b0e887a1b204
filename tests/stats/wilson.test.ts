import { describe, expect, it } from "vitest";
import { wilson } from "../../src/stats/wilson.js";

describe("Wilson's interval", () => {
  // statsmodels 0.15.0 proportion_confint(method="wilson"); the first six rows are facts 1.6.
  it.each([
    [45, 100, 0.35614537979511973, 0.5475539700255787],
    [47, 100, 0.3751081795934127, 0.5671114302990063],
    [117, 250, 0.4070997163199432, 0.5298688148477652],
    [234, 500, 0.4246740659219794, 0.5118138918675601],
    [468, 1000, 0.43725522419222734, 0.4989896883508483],
    [936, 2000, 0.44621409105919746, 0.48990859996680264],
    [3, 7, 0.15821985525146964, 0.7495416354723428],
    [0, 10, 0, 0.27753279986288926],
    [10, 10, 0.7224672001371106, 1],
    [1, 1, 0.2065493143772374, 1],
  ])("of %i in %i is that of statsmodels", (successes, trials, low, high) => {
    const got = wilson(successes, trials);
    expect(got?.low).toBeCloseTo(low, 13);
    expect(got?.high).toBeCloseTo(high, 13);
  });

  it("of losses mirrors that of wins", () => {
    const wins = wilson(3, 11);
    const losses = wilson(8, 11);
    expect(1 - (losses?.high ?? 0)).toBeCloseTo(wins?.low ?? 0, 14);
    expect(1 - (losses?.low ?? 0)).toBeCloseTo(wins?.high ?? 0, 14);
  });

  it("ends at exactly 0 without a success and at exactly 1 without a failure, for every number of trials", () => {
    for (let trials = 1; trials <= 300; trials += 1) {
      expect(wilson(0, trials)?.low).toBe(0);
      expect(wilson(trials, trials)?.high).toBe(1);
    }
  });

  it("does not exist without trials", () => {
    expect(wilson(0, 0)).toBeNull();
  });
});
