import type { StateRow } from "../core/rows.js";
import type { Unscored } from "../core/scorer.js";
import type { State } from "../core/state.js";
import { exactQuality } from "../stats/exact-quality.js";
import { type DrawnSide, drawSides, type SavedActions } from "./draw-sides.js";
import { pairRow } from "./pair-row.js";
import type { StateResult, UnitContext } from "./probe.js";
import { sampleRows } from "./sample-rows.js";

/**
 * Draws K actions of every policy at each state (the baseline a second K for the placebo), scores each distinct action
 * once, and compares. Give it the states of one trajectory: policies share the work of common prefixes.
 */
export async function matchStates(
  states: readonly State[],
  context: UnitContext,
  savedOf: SavedActions = () => [],
): Promise<readonly StateResult[]> {
  if (states.length === 0) return [];
  const sides = await drawSides(states, context, savedOf);
  return Promise.all(states.map((state, index) => resultAt(state, sides[index] as readonly DrawnSide[], context)));
}

async function resultAt(state: State, sides: readonly DrawnSide[], context: UnitContext): Promise<StateResult> {
  const { task, scorer, samples } = context;
  const actions = task.actions ?? [];
  const distinct = [...new Set([...actions, ...sides.flatMap((side) => side.draws.map((draw) => draw.parsed))])];
  const qualities = await scorer.qualities(state, distinct);
  const scoreOf = new Map(distinct.map((action, place) => [action, qualities[place] as number | Unscored]));
  const best = await scorer.best(state);
  const enumerated = actions.map((action) => qualityOrNull(scoreOf.get(action)));
  const scores = sides.map(({ draws }) => draws.map((draw) => scoreOf.get(draw.parsed) as number | Unscored));
  const compared = sides.map(({ policy, probabilities }, place) => ({
    name: policy.info.name,
    qualities: (scores[place] ?? []).map(qualityOrNull),
    exact: exactQuality(probabilities, enumerated),
  }));
  const [baseline, ...candidates] = compared as [(typeof compared)[number], ...typeof compared];
  return {
    state,
    row: stateRow(state, best),
    samples: sides.flatMap((side, place) => sampleRows(state, side, scores[place] ?? [], best, samples)),
    exactActions: sides.flatMap(({ policy, probabilities }) =>
      actions.map((action, place) => ({
        state_id: state.stateId,
        policy: policy.info.name,
        action,
        probability: probabilities[place] as number,
        quality: enumerated[place] as number | null,
      })),
    ),
    pairs: candidates.map((candidate) => pairRow(state, best, samples, [baseline, candidate])),
    probabilities: task.actions === null ? null : (sides[0]?.probabilities ?? null),
  };
}

function qualityOrNull(score: number | Unscored | undefined): number | null {
  return typeof score === "number" ? score : null;
}

/** The row of states.csv. */
export function stateRow(state: State, best: number | null): StateRow {
  return {
    state_id: state.stateId,
    trajectory_id: state.trajectoryId,
    kind: state.kind,
    turn: state.turn,
    turns: state.turns,
    stage: state.stage,
    turns_left: state.snapshot.turns_left,
    snapshot: JSON.stringify(state.snapshot),
    parent_state_id: state.injection?.parentStateId ?? null,
    injected_action: state.injection?.action ?? null,
    injected_regret: state.injection?.regret ?? null,
    best_quality: best,
  };
}
