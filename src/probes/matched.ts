import { observeMain, observePair } from "./pair-observations.js";
import type { Probe } from "./probe.js";

export const matched: Probe = {
  name: "matched",
  description: "at every saved state, K actions of each policy, compared by mean quality",
  async run(unit) {
    await unit.onTrajectory();
    return {};
  },
  observe: ({ pairs }, draws) =>
    pairs
      .filter((pair) => pair.kind === "on_trajectory")
      .flatMap((pair) => [
        ...observeMain("matched", "all", pair, draws),
        ...observePair("matched", [`stage=${pair.stage}`, `turn=${pair.turn}`], pair, draws.relabelled(pair)),
      ]),
};
