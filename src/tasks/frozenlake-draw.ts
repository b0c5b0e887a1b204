import { createHash } from "node:crypto";
import { choose, type Rng } from "../core/rng.js";
import { type FrozenLakeInstance, letterAt, moves, spread } from "./frozenlake-board.js";

const SIZE = 4;
const FROZEN_PROBABILITY = 0.8;
const SUCCESS_RATE = 0.8;
/** Maps whose hash starts with a byte below this, a fifth of all, are kept out of the bundled policies' training. */
const HELD_OUT_BELOW = 51;

function hashOf(desc: readonly string[]): Buffer {
  return createHash("sha256").update(desc.join("\n")).digest();
}

/** Whether a map belongs to the fifth that the bundled policies never saw in training. */
export function isHeldOut(desc: readonly string[]): boolean {
  return (hashOf(desc)[0] ?? 0) < HELD_OUT_BELOW;
}

/** Whether some path from S to G avoids the holes. */
export function isSolvable(instance: FrozenLakeInstance): boolean {
  const letters = instance.desc.join("");
  const sureFooted = { ...instance, success_rate: 1 };
  const found = [letters.indexOf("S")];
  const seen = new Set(found);
  for (let cell = found.pop(); cell !== undefined; cell = found.pop()) {
    if (letters[cell] === "G") return true;
    for (const move of moves.keys()) {
      for (const next of spread(sureFooted, cell, [move]).keys()) {
        if (seen.has(next) || letterAt(instance, next) === "H") continue;
        seen.add(next);
        found.push(next);
      }
    }
  }
  return false;
}

function drawAnyMap(rng: Rng): FrozenLakeInstance {
  const letters: string[] = [];
  for (let cell = 0; cell < SIZE * SIZE; cell++) letters.push(rng.uniform(cell) < FROZEN_PROBABILITY ? "F" : "H");
  const cells = [...letters.keys()];
  const start = choose(cells, rng, letters.length);
  const goal = choose(
    cells.filter((cell) => cell !== start),
    rng,
    letters.length + 1,
  );
  letters[start] = "S";
  letters[goal] = "G";
  const desc = Array.from({ length: SIZE }, (_, row) => letters.slice(row * SIZE, (row + 1) * SIZE).join(""));
  return { instance_id: `fl-${hashOf(desc).toString("hex").slice(0, 12)}`, desc, success_rate: SUCCESS_RATE };
}

/** A held-out 4x4 map: cells frozen with probability 0.8, S and G on random cells, redrawn until it can be won. */
export function drawMap(rng: Rng): FrozenLakeInstance {
  for (let attempt = 0; ; attempt++) {
    const instance = drawAnyMap(rng.child(attempt));
    if (isHeldOut(instance.desc) && isSolvable(instance)) return instance;
  }
}
