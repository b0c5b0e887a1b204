import { hash } from "node:crypto";
import type { StateMessagesRow } from "../core/rows.js";
import type { State } from "../core/state.js";

/**
 * What a state added to the conversation since the previous action.
 *
 * @param action the saved action as said, null at an error state
 */
export function stateMessages({ stateId, messages }: State, action: string | null): StateMessagesRow {
  const before = messages.findLastIndex((message) => message.role === "assistant");
  const prompt_sha256 = hash("sha256", JSON.stringify(messages), "hex");
  return { state_id: stateId, messages: messages.slice(before + 1), action, prompt_sha256 };
}
