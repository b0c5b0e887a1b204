import { expect, it } from "vitest";
import { attemptsTable } from "../../src/report/attempts-table.js";
import { type Played, successTable } from "../../src/report/success-table.js";

function game(policy: string, instanceId: string, episode: number, success: boolean): Played {
  return { trajectoryId: `${policy}-${instanceId}-${episode}`, policy, instanceId, episode, success };
}

it("live games are compared by instance and episode, clustered by instance", () => {
  const base = [game("base", "a", 0, true), game("base", "a", 1, false), game("base", "b", 0, false)];
  const grpo = [game("grpo", "a", 0, true), game("grpo", "a", 1, true), game("grpo", "b", 0, false)];
  const played = [...base, game("base", "b", 1, false), ...grpo, game("grpo", "b", 1, true)];
  // base: mean 1/4, residual sums of the instances 1 − 2/4 and 0 − 2/4; CR1 = sqrt(2 · .5) / 4 = .25;
  // t.975 on 1 degree of freedom 12.7062: ±3.1766, cut to what a share can be. The gain is 1/2 in either instance: no spread.
  // Instances gain 1 and 1: 2 of the 4 choices of signs reach a sum of 2.
  expect(successTable(played, ["base", "grpo"], 1).split("\n")).toEqual([
    "policy  games  success %  95 % interval  points over base   95 % interval  sign-flip p",
    "base        4       25.0   [0.0, 100.0]",
    "grpo        4       75.0   [0.0, 100.0]             +50.0  [+50.0, +50.0]        0.500",
    "",
  ]);
});

it("games of distinct instances get McNemar's exact test", () => {
  const instances = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const base = instances.map((instance, place) => game("base", instance, 0, place === 0));
  const grpo = instances.map((instance, place) => game("grpo", instance, 0, place > 0));
  // One pair to base alone, seven to grpo alone: 2 · (1 + 8) / 2⁸ = .0703.
  const lines = successTable([...base, ...grpo], ["base", "grpo"], 1).split("\n");
  expect(lines[0]).toMatch(/ McNemar p$/);
  expect(lines[2]).toMatch(/ 0\.070$/);
});

it("several games of an instance give pass@k and pass^k", () => {
  const games = (instance: string, passes: number): Played[] =>
    Array.from({ length: 4 }, (_, episode) => game("base", instance, episode, episode < passes));
  // k = 2: of 6 pairs of games, 6 and 5 hold a success with 3 and 2 passes of 4: mean 11/12; 3 and 1 hold two: 4/12.
  // k = 4: some game of each passed, not all of any: shares of all 1 and all 0 get Wilson's interval of two instances.
  expect(attemptsTable([...games("a", 3), ...games("b", 2)], ["base"]).split("\n")).toEqual([
    "policy  k  pass@k %  95 % interval  pass^k %  95 % interval",
    "base    2      91.7   [0.0, 100.0]      33.3   [0.0, 100.0]",
    "base    4     100.0  [34.2, 100.0]       0.0    [0.0, 65.8]",
    "",
  ]);
  expect(attemptsTable([game("base", "a", 0, true)], ["base"])).toBe("");
});
