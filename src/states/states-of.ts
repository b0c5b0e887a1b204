import type { Message } from "../core/message.js";
import { type State, stageOf } from "../core/state.js";
import type { Instance, Snapshot, Trajectory } from "../core/trajectory.js";

/** The state of every turn, in order, each with all that the policy had seen and said before it. */
export function statesOf<I extends Instance, S extends Snapshot>(trajectory: Trajectory<I, S>): State<I, S>[] {
  const turns = trajectory.turns.length;
  const history: Message[] = [];
  return trajectory.turns.map(({ messages, action, snapshot }, turn) => {
    history.push(...messages);
    const state: State<I, S> = {
      stateId: `${trajectory.trajectoryId}:${turn}`,
      trajectoryId: trajectory.trajectoryId,
      kind: "on_trajectory",
      turn,
      turns,
      stage: stageOf(turn, turns),
      instance: trajectory.instance,
      snapshot,
      messages: [...history],
      injection: null,
    };
    history.push({ role: "assistant", content: action.text });
    return state;
  });
}
