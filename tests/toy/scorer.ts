import type { ScorerFactory } from "../../src/core/scorer.js";
import type { Instance } from "../../src/core/trajectory.js";
import type { Place } from "./task.js";

/** Quality of `on`, `back` and of an invalid reply at cells 0 and 1. */
export const QUALITY = [
  { on: 0.8, back: 0.3, invalid: 0.1 },
  { on: 0.9, back: 0.4, invalid: 0.2 },
] as const;

export const toyScorer: ScorerFactory<Instance, Place> = {
  description: "a table",
  options: [],
  create: () => ({
    name: "table",
    description: "a table",
    qualities: async ({ snapshot }, actions) =>
      actions.map((action) => QUALITY[snapshot.cell as 0 | 1][(action ?? "invalid") as "on" | "back" | "invalid"]),
    best: async ({ snapshot }) => QUALITY[snapshot.cell as 0 | 1].on,
  }),
};
