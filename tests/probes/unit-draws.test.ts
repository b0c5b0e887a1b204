import { describe, expect, it } from "vitest";
import { keyedRng } from "../../src/core/rng.js";
import type { PairRow, SampleRow } from "../../src/core/rows.js";
import { unitDraws } from "../../src/probes/unit-draws.js";
import { RELABEL_ROUNDS, relabelledOutcomes } from "../../src/stats/relabel.js";

const rng = keyedRng("7");
const pair = { state_id: "t:0", baseline: "base", candidate: "rl", samples: 2, outcome: "win" } as PairRow;

function draws(
  policy: string,
  qualities: readonly (number | null)[],
  set: SampleRow["sample_set"] = "main",
): SampleRow[] {
  return qualities.map((quality) => ({ state_id: "t:0", policy, quality, sample_set: set }) as SampleRow);
}

const samples = [...draws("base", [0, 1]), ...draws("base", [0, 0], "placebo"), ...draws("rl", [1, 1])];

describe("the draws behind a pair", () => {
  it("are relabelled by a seed of the run, the state and the candidate", () => {
    const seed = Math.floor(rng.child("relabel", "t:0", "rl").uniform(0) * 2 ** 32);
    expect(unitDraws({ samples }, rng).relabelled(pair)).toEqual(
      relabelledOutcomes([0, 1], [1, 1], RELABEL_ROUNDS, seed),
    );
  });

  it("give the outcomes of fewer draws, and of the baseline against itself", () => {
    // One draw: 1 against 0 wins, 1 against 1 ties; placebo: 0 against 0 ties, 0 against 1 loses.
    // Two draws: means 1 against .5, and 0 against .5.
    expect(unitDraws({ samples }, rng).curve(pair)).toEqual([
      { k: 1, candidate: { win: 0.5, tie: 0.5, loss: 0 }, placebo: { win: 0, tie: 0.5, loss: 0.5 } },
      { k: 2, candidate: { win: 1, tie: 0, loss: 0 }, placebo: { win: 0, tie: 0, loss: 1 } },
    ]);
  });

  it("say nothing of the placebo alone where only one of its draws has no quality", () => {
    const without = [...samples.slice(0, 2), ...draws("base", [0, null], "placebo"), ...samples.slice(4)];
    const curve = unitDraws({ samples: without }, rng).curve(pair);
    expect(curve?.map(({ candidate, placebo }) => [candidate.win, placebo])).toEqual([
      [0.5, null],
      [1, null],
    ]);
  });

  it("say nothing where one has no quality, or the pair no outcome", () => {
    const unscored = unitDraws({ samples: [...samples.slice(1), ...draws("base", [null])] }, rng);
    expect(unscored.relabelled(pair)).toBeNull();
    expect(unscored.curve(pair)).toBeNull();
    const unanswered = unitDraws({ samples }, rng);
    expect(unanswered.relabelled({ ...pair, outcome: null })).toBeNull();
    expect(unanswered.curve({ ...pair, outcome: null })).toBeNull();
  });
});
