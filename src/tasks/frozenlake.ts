import type { Rng } from "../core/rng.js";
import type { Step, Task } from "../core/task.js";
import {
  cellAt,
  type FrozenLakeInstance,
  type FrozenLakeSnapshot,
  isTerminal,
  letterAt,
  moves,
  movesOf,
  positionOf,
  slipsOf,
} from "./frozenlake-board.js";
import { checkInstance, checkSnapshot, frozenLakeSchema } from "./frozenlake-checks.js";
import { drawMap } from "./frozenlake-draw.js";
import { cannotFollow } from "./frozenlake-replay.js";
import {
  boardMessage,
  endsWithBoard,
  parseReply,
  refusalMessage,
  sayAction,
  systemMessage,
} from "./frozenlake-text.js";

/** The cell a uniform number in [0, 1) slips to. */
function slide(instance: FrozenLakeInstance, cell: number, move: number, uniform: number): number {
  const [before, meant, after] = slipsOf(instance, cell, move);
  if (uniform < before.probability) return before.cell;
  return uniform < before.probability + meant.probability ? meant.cell : after.cell;
}

function step(
  instance: FrozenLakeInstance,
  before: FrozenLakeSnapshot,
  action: string | null,
  rng: Rng,
): Step<FrozenLakeSnapshot> {
  let cell = cellAt(instance, before.position);
  for (const [i, move] of movesOf(action).entries()) {
    cell = slide(instance, cell, move, rng.uniform(i));
    if (isTerminal(instance, cell)) break;
  }
  const snapshot = { position: positionOf(instance, cell), turns_left: before.turns_left - 1 };
  const letter = letterAt(instance, cell);
  const success = letter === "G";
  const reward = success ? 1 : 0;
  if (success || letter === "H") {
    return { snapshot, messages: [], reward, termination: success ? "goal" : "hole", success };
  }
  if (snapshot.turns_left === 0) return { snapshot, messages: [], reward, termination: "budget", success };
  const shown = action === null ? refusalMessage(instance, snapshot) : boardMessage(instance, snapshot);
  return { snapshot, messages: [shown], reward, termination: null, success };
}

/** Gymnasium's FrozenLake, any size, played in text. A reply may hold several moves; it uses one turn all the same. */
export const frozenLake = {
  name: "frozenlake",
  description: "Cross a frozen lake to the goal without falling into a hole; exact quality of every move.",
  schema: frozenLakeSchema,
  actions: moves,
  checkInstance,
  checkSnapshot,
  parse: parseReply,
  say: sayAction,
  start: (instance, budget) => {
    const position = positionOf(instance, instance.desc.join("").indexOf("S"));
    const snapshot: FrozenLakeSnapshot = { position, turns_left: budget };
    return { snapshot, messages: [systemMessage(instance), boardMessage(instance, snapshot)] };
  },
  step,
  cannotFollow,
  recognises: endsWithBoard,
  draw: drawMap,
} satisfies Task<FrozenLakeInstance, FrozenLakeSnapshot>;
