import { quote } from "../core/fault.js";
import type { Defect } from "../core/task.js";
import { cellAt, columnsOf, type FrozenLakeInstance, type FrozenLakeSnapshot, letterAt } from "./frozenlake-board.js";

/** JSON Schemas of the task's parts of a line. Fields that a user adds are let through. */
export const frozenLakeSchema = {
  instance: {
    type: "object",
    required: ["instance_id", "desc", "success_rate"],
    properties: {
      instance_id: { type: "string", minLength: 1, pattern: "^[^\\u0000-\\u001f]+$" },
      desc: {
        type: "array",
        minItems: 1,
        items: { type: "string", pattern: "^[SFHG]+$", description: "a row of the letters S, F, H and G" },
      },
      success_rate: { type: "number", exclusiveMinimum: 0, maximum: 1 },
    },
  },
  snapshot: {
    type: "object",
    required: ["position", "turns_left"],
    properties: {
      position: { type: "array", minItems: 2, maxItems: 2, items: { type: "integer", minimum: 0 } },
      turns_left: { type: "integer", minimum: 1 },
    },
  },
} as const;

export function checkInstance(instance: FrozenLakeInstance): Defect | null {
  const columns = columnsOf(instance);
  const ragged = instance.desc.findIndex((row) => row.length !== columns);
  if (ragged !== -1) {
    const expected = `a row of ${columns} letters, as long as the first`;
    return { field: `desc[${ragged}]`, expected, got: quote(instance.desc[ragged]) };
  }
  for (const letter of "SG") {
    const count = instance.desc.join("").split(letter).length - 1;
    if (count !== 1) return { field: "desc", expected: `exactly one ${letter}`, got: String(count) };
  }
  return null;
}

export function checkSnapshot(instance: FrozenLakeInstance, snapshot: FrozenLakeSnapshot): Defect | null {
  const [row, column] = snapshot.position;
  const rows = instance.desc.length;
  const columns = columnsOf(instance);
  if (row >= rows || column >= columns) {
    const expected = `a row below ${rows} and a column below ${columns}`;
    return { field: "position", expected, got: quote(snapshot.position) };
  }
  const letter = letterAt(instance, cellAt(instance, snapshot.position));
  if (letter !== "H" && letter !== "G") return null;
  const got = `${quote(snapshot.position)}, which is ${letter}`;
  return { field: "position", expected: "a cell that is no hole and not the goal", got };
}
