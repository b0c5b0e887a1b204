import type { StateMessagesRow } from "../core/rows.js";
import type { State } from "../core/state.js";

/**
 * What a state added to the conversation since the previous action.
 *
 * @param action the saved action as said, null at an error state
 */
export function stateMessages({ stateId, messages }: State, action: string | null): StateMessagesRow {
  const before = messages.findLastIndex((message) => message.role === "assistant");
  return { state_id: stateId, messages: messages.slice(before + 1), action };
}
