import { Fault, quote } from "../core/fault.js";
import type { Scorer, ScorerFactory, Situation } from "../core/scorer.js";
import { cellAt, type FrozenLakeInstance, type FrozenLakeSnapshot, moves, movesOf } from "../tasks/frozenlake-board.js";
import { type CellValues, finiteHorizon, infiniteHorizon, turnValue } from "./frozenlake-values.js";

type LakeSituation = Situation<FrozenLakeInstance, FrozenLakeSnapshot>;

/** Maps whose values are kept; saved states come trajectory by trajectory, so a few are enough. */
const KEPT_MAPS = 64;

/** Remembers the answers for the maps used last. */
function keptByMap<T>(compute: (instance: FrozenLakeInstance) => T): (instance: FrozenLakeInstance) => T {
  const kept = new Map<string, T>();
  return (instance) => {
    const key = [instance.success_rate, ...instance.desc].join("\n");
    const values = kept.get(key) ?? compute(instance);
    kept.delete(key);
    kept.set(key, values);
    const [oldest] = kept.keys();
    if (kept.size > KEPT_MAPS && oldest !== undefined) kept.delete(oldest);
    return values;
  };
}

/** A scorer from the values that hold once this turn is over. */
function lakeScorer(
  name: string,
  description: string,
  gamma: number,
  valuesAfter: (at: LakeSituation) => CellValues,
): Scorer<FrozenLakeInstance, FrozenLakeSnapshot> {
  const quality = (at: LakeSituation, sequence: readonly number[]) =>
    turnValue(at.instance, cellAt(at.instance, at.snapshot.position), sequence, valuesAfter(at), gamma);
  return {
    name,
    description,
    qualities: async (at, actions) => actions.map((action) => quality(at, movesOf(action))),
    best: async (at) => Math.max(...[...moves.keys()].map((move) => quality(at, [move]))),
  };
}

function success(): Scorer<FrozenLakeInstance, FrozenLakeSnapshot> {
  const horizons = keptByMap(finiteHorizon);
  const description = "probability of reaching the goal within the turns left, acting optimally after this turn";
  return lakeScorer("success", description, 1, (at) => horizons(at.instance)(at.snapshot.turns_left - 1));
}

function discounted(gamma: number): Scorer<FrozenLakeInstance, FrozenLakeSnapshot> {
  const values = keptByMap((instance) => infiniteHorizon(instance, gamma));
  const description = `value with discount ${gamma} a turn and no limit of turns, acting optimally after this turn`;
  return lakeScorer("discounted", description, gamma, (at) => values(at.instance));
}

const USUAL_GAMMA = "0.99";

function readGamma(text: string): number {
  const gamma = text.trim() === "" ? Number.NaN : Number(text);
  if (gamma > 0 && gamma <= 1) return gamma;
  throw new Fault({ where: "--gamma", expected: "a number above 0 and at most 1", got: quote(text), isUsage: true });
}

/**
 * Exact quality of FrozenLake actions, by dynamic programming on the instance's own map and ice. The best quality is
 * that of the best single move: a reply of several moves uses one turn, may exceed it, and has a negative regret then.
 */
export const frozenLakeScorer = {
  description: "exact probability of reaching the goal, or its discounted value",
  options: [
    {
      flag: "quality",
      description: "success: within the turns left; discounted: without a limit of turns, by --gamma",
      default: "success",
    },
    { flag: "gamma", description: "discount a turn of --quality discounted, in (0, 1]", default: USUAL_GAMMA },
  ],
  create: ({ quality = "success", gamma = USUAL_GAMMA }) => {
    const discount = readGamma(gamma);
    if (quality === "success" && gamma !== USUAL_GAMMA) {
      throw new Fault({ where: "--gamma", expected: "--quality discounted with it", got: quality, isUsage: true });
    }
    if (quality === "success") return success();
    if (quality === "discounted") return discounted(discount);
    throw new Fault({ where: "--quality", expected: '"success" or "discounted"', got: quote(quality), isUsage: true });
  },
} satisfies ScorerFactory<FrozenLakeInstance, FrozenLakeSnapshot>;
