import { hash } from "node:crypto";
import type { StateMessagesRow } from "../core/rows.js";
import type { State } from "../core/state.js";

/**
 * What a state added to the conversation since a visited state before it, whose saved action is left to that state's row.
 *
 * @param before the visited state before it; null where there is none, and then it is the whole conversation
 * @param action the saved action as said, null at an error state
 */
export function stateMessages(
  { stateId, messages }: State,
  before: State | null,
  action: string | null,
): StateMessagesRow {
  const known = before === null ? 0 : before.messages.length + 1;
  const prompt_sha256 = hash("sha256", JSON.stringify(messages), "hex");
  return { state_id: stateId, messages: messages.slice(known), action, prompt_sha256 };
}
