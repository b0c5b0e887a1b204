import type { Task } from "../../src/core/task.js";
import type { Instance, Snapshot } from "../../src/core/trajectory.js";

interface Corridor extends Instance {
  readonly instance_id: string;
}

/** Cells 0 and 1 are states, cell 2 is the end. */
export interface Place extends Snapshot {
  readonly cell: number;
}

const show = ({ cell, turns_left: left }: Place): string => `cell ${cell}, ${left} turns left`;

/** Three states, two actions: `on` goes a cell up, `back` a cell down; cell 2 ends the episode. */
export const toy = {
  name: "toy",
  description: "a corridor of three cells",
  schema: {
    instance: { type: "object", required: ["instance_id"], properties: { instance_id: { type: "string" } } },
    snapshot: {
      type: "object",
      required: ["cell", "turns_left"],
      properties: { cell: { enum: [0, 1] }, turns_left: { type: "integer", minimum: 1 } },
    },
  },
  actions: ["on", "back"],
  checkInstance: () => null,
  checkSnapshot: () => null,
  parse: (reply) => (reply === "on" || reply === "back" ? reply : null),
  say: (action) => action,
  start: (_, budget) => ({
    snapshot: { cell: 0, turns_left: budget },
    messages: [{ role: "user", content: show({ cell: 0, turns_left: budget }) }],
  }),
  step: (_, before, action) => {
    const cell = action === "on" ? before.cell + 1 : Math.max(0, before.cell - Number(action === "back"));
    const snapshot = { cell, turns_left: before.turns_left - 1 };
    const success = cell === 2;
    const termination = success ? "end" : snapshot.turns_left === 0 ? "budget" : null;
    return {
      snapshot,
      messages: [{ role: "user", content: show(snapshot) }],
      reward: Number(success),
      termination,
      success,
    };
  },
  cannotFollow: () => null,
  recognises: (_, snapshot, messages) => messages[messages.length - 1]?.content === show(snapshot),
  draw: () => ({ instance_id: "corridor" }),
} satisfies Task<Corridor, Place>;
