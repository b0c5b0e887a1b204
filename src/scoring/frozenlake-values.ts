import { type FrozenLakeInstance, isTerminal, letterAt, moves, spread } from "../tasks/frozenlake-board.js";

/** Best value of each cell that the game goes on from; 0 where it has ended. */
export type CellValues = Float64Array;

/**
 * Gains below this are rounding. No backup gains more than the one before it, so stopping here loses at most n times this
 * over n more turns.
 */
const LEAST_GAIN = 1e-15;

/** Where a turn may lead, and which cell is the goal. */
interface Prospect {
  readonly reached: readonly (readonly [cell: number, probability: number])[];
  readonly goal: number;
}

function prospectOf(instance: FrozenLakeInstance, cell: number, sequence: readonly number[]): Prospect {
  const reached = [...spread(instance, cell, sequence)];
  return { reached, goal: reached.find(([to]) => letterAt(instance, to) === "G")?.[0] ?? -1 };
}

function expectedValue({ reached, goal }: Prospect, next: CellValues, gamma: number): number {
  let value = 0;
  for (const [cell, probability] of reached) value += probability * (cell === goal ? 1 : gamma * (next[cell] ?? 0));
  return Math.min(value, 1);
}

/** Chance of standing on the goal after the moves of one turn, plus `gamma` times the value of where else they lead. */
export function turnValue(
  instance: FrozenLakeInstance,
  cell: number,
  sequence: readonly number[],
  next: CellValues,
  gamma: number,
): number {
  return expectedValue(prospectOf(instance, cell, sequence), next, gamma);
}

/** Values with no turn left, one turn left, …, until another turn gains nothing. */
function* backups(instance: FrozenLakeInstance, gamma: number): Generator<CellValues, void> {
  const cells = [...instance.desc.join("")].map((_, cell) => cell);
  const prospects = cells.map((cell) =>
    isTerminal(instance, cell) ? [] : [...moves.keys()].map((move) => prospectOf(instance, cell, [move])),
  );
  let values: CellValues = new Float64Array(cells.length);
  let gain = Number.POSITIVE_INFINITY;
  while (gain >= LEAST_GAIN) {
    yield values;
    const better = Float64Array.from(prospects, (choices) =>
      choices.reduce((best, prospect) => Math.max(best, expectedValue(prospect, values, gamma)), 0),
    );
    gain = better.reduce((most, value, cell) => Math.max(most, value - (values[cell] ?? 0)), 0);
    values = better;
  }
}

/** Best chance of each cell to reach the goal within a number of turns, one move a turn; horizons share their work. */
export function finiteHorizon(instance: FrozenLakeInstance): (turns: number) => CellValues {
  const growing = backups(instance, 1);
  const layers: CellValues[] = [];
  let grown = false;
  return (turns) => {
    while (!grown && layers.length <= turns) {
      const next = growing.next();
      if (next.done) grown = true;
      else layers.push(next.value);
    }
    const layer = layers[Math.min(turns, layers.length - 1)];
    if (layer === undefined) throw new RangeError(`turns must be 0 or more, got ${turns}`);
    return layer;
  };
}

/** Best value of each cell without a limit of turns; every turn discounts by `gamma`, and 1 is undiscounted. */
export function infiniteHorizon(instance: FrozenLakeInstance, gamma: number): CellValues {
  let last: CellValues = new Float64Array();
  for (const values of backups(instance, gamma)) last = values;
  return last;
}
