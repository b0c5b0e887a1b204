import type { Instance, Snapshot } from "../core/trajectory.js";

/** A map and its ice. Cells are numbered row by row from 0. */
export interface FrozenLakeInstance extends Instance {
  /** Rows of S (start), F (frozen), H (hole) and G (goal). */
  readonly desc: readonly string[];
  /** Chance that the player goes where it meant to, in (0, 1]; 1 is ice without slip. */
  readonly success_rate: number;
}

export interface FrozenLakeSnapshot extends Snapshot {
  /** Row and column, from 0. */
  readonly position: readonly [number, number];
}

/** In Gymnasium's order: Left 0, Down 1, Right 2, Up 3. */
export const moves = ["Left", "Down", "Right", "Up"] as const;

const OFFSETS = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const;

/** Where a move may take the player. */
export interface Slip {
  readonly cell: number;
  readonly probability: number;
}

export function columnsOf(instance: FrozenLakeInstance): number {
  return instance.desc[0]?.length ?? 0;
}

export function cellAt(instance: FrozenLakeInstance, [row, column]: readonly [number, number]): number {
  return row * columnsOf(instance) + column;
}

export function positionOf(instance: FrozenLakeInstance, cell: number): [number, number] {
  const columns = columnsOf(instance);
  return [Math.floor(cell / columns), cell % columns];
}

/** S, F, H or G; undefined off the board. */
export function letterAt(instance: FrozenLakeInstance, cell: number): string | undefined {
  const [row, column] = positionOf(instance, cell);
  return instance.desc[row]?.[column];
}

export function isTerminal(instance: FrozenLakeInstance, cell: number): boolean {
  const letter = letterAt(instance, cell);
  return letter === "G" || letter === "H";
}

/** Numbers of the moves of a canonical action; none for null. Throws on a text that is not canonical. */
export function movesOf(action: string | null): readonly number[] {
  if (action === null) return [];
  const names: readonly string[] = moves;
  return action.split(",").map((word) => {
    const move = names.indexOf(word);
    if (move === -1) throw new RangeError(`not a canonical FrozenLake action: ${action}`);
    return move;
  });
}

/** The cell next to `cell` in a direction; the same cell at a wall. */
function neighbour(instance: FrozenLakeInstance, cell: number, direction: number): number {
  const [row, column] = positionOf(instance, cell);
  const [down, right] = OFFSETS[direction % 4] ?? OFFSETS[0];
  const next = [row + down, column + right] as const;
  return instance.desc[next[0]]?.[next[1]] === undefined ? cell : cellAt(instance, next);
}

/** The three outcomes of a move in the order in which one uniform number picks them: move−1, move, move+1 (mod 4). */
export function slipsOf(instance: FrozenLakeInstance, cell: number, move: number): readonly [Slip, Slip, Slip] {
  const side = (1 - instance.success_rate) / 2;
  return [
    { cell: neighbour(instance, cell, move + 3), probability: side },
    { cell: neighbour(instance, cell, move), probability: instance.success_rate },
    { cell: neighbour(instance, cell, move + 1), probability: side },
  ];
}

/** Where the player may be after a sequence of moves, with probabilities. Holes and the goal keep who reaches them. */
export function spread(
  instance: FrozenLakeInstance,
  cell: number,
  sequence: readonly number[],
): ReadonlyMap<number, number> {
  let reached = new Map([[cell, 1]]);
  for (const move of sequence) {
    const next = new Map<number, number>();
    for (const [from, mass] of reached) {
      const slips = isTerminal(instance, from) ? [{ cell: from, probability: 1 }] : slipsOf(instance, from, move);
      for (const slip of slips) {
        if (slip.probability > 0) next.set(slip.cell, (next.get(slip.cell) ?? 0) + mass * slip.probability);
      }
    }
    reached = next;
  }
  return reached;
}
