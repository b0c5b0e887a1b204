import { expect, it } from "vitest";
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
  expect(successTable(played, ["base", "grpo"]).split("\n")).toEqual([
    "policy  games  success %  95 % interval  points over base   95 % interval",
    "base        4       25.0   [0.0, 100.0]",
    "grpo        4       75.0   [0.0, 100.0]             +50.0  [+50.0, +50.0]",
    "",
  ]);
});
