import { hash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Message } from "../../src/core/message.js";
import type { State } from "../../src/core/state.js";
import { stateMessages } from "../../src/probes/state-messages.js";

const said: readonly Message[] = [
  { role: "system", content: "rules" },
  { role: "user", content: "turn 0" },
  { role: "assistant", content: "left" },
  { role: "user", content: "turn 1" },
  { role: "assistant", content: "right" },
  { role: "user", content: "turn 2" },
];

/** The state of a turn: everything up to its own message. */
function state(turn: number): State {
  return {
    stateId: `t:${turn}`,
    trajectoryId: "t",
    kind: "on_trajectory",
    turn,
    turns: 3,
    stage: "early",
    instance: { instance_id: "i" },
    snapshot: { turns_left: 3 - turn },
    messages: said.slice(0, 2 + 2 * turn),
    injection: null,
  };
}

describe("what a state added to the conversation", () => {
  it("is all of it at the first visited state, replies included", () => {
    expect(stateMessages(state(0), null, "left").messages).toStrictEqual(said.slice(0, 2));
    expect(stateMessages(state(2), null, null).messages).toStrictEqual(said);
  });

  it("is what came after the action of the visited state before it, whichever that was", () => {
    expect(stateMessages(state(1), state(0), "right").messages).toStrictEqual([said[3]]);
    expect(stateMessages(state(2), state(0), null).messages).toStrictEqual(said.slice(3));
  });

  it("comes with the hash of the whole, which tells states apart", () => {
    const { prompt_sha256, action } = stateMessages(state(2), state(1), "up");
    expect(prompt_sha256).toBe(hash("sha256", JSON.stringify(said), "hex"));
    expect(action).toBe("up");
  });
});
