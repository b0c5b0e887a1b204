import type { ActionToScore, PolicySession } from "../core/policy.js";
import type { State } from "../core/state.js";
import type { Trajectory, Turn } from "../core/trajectory.js";
import { shareTokenizer, type UnitContext } from "./probe.js";

/** The policy whose tokenizer wrote the saved ids: the one that acted, else the baseline. */
function writer({ policy: name }: Trajectory, { baseline, candidates }: UnitContext): PolicySession {
  return candidates.find((policy) => policy.info.name === name) ?? baseline;
}

/** What was said at each saved state, by its ids where they mean the same to `policy`. */
export function savedActions(
  trajectory: Trajectory,
  states: readonly State[],
  policy: PolicySession,
  context: UnitContext,
): readonly ActionToScore[] {
  const keepsIds = shareTokenizer(policy, writer(trajectory, context));
  return states.map(({ turn }) => {
    const { text, tokenIds } = (trajectory.turns[turn] as Turn).action;
    return tokenIds !== undefined && keepsIds ? { text, tokenIds } : { text };
  });
}
