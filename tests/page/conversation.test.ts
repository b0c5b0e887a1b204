import { expect, it } from "vitest";
import type { Message } from "../../src/core/message.js";
import { messagesOf } from "../../src/page/conversation.js";
import { explorerIndex } from "../../src/page/explorer-index.js";
import type { ExplorerState } from "../../src/report/report-data.js";
import { sampleRun } from "./sample-data.js";

const run = sampleRun();
const said = (role: Message["role"], content: string): Message => ({ role, content });
const stateOf = (id: string, turn: number, values: Partial<ExplorerState>): ExplorerState => ({
  ...(run.explorer.shown[0] as ExplorerState),
  id,
  trajectory: "t",
  turn,
  ...values,
});

// Turns 0, 1 and 4 are not among the states visited: what was said there belongs to the next one that is.
const second = stateOf("t:2", 2, {
  messages: [
    said("system", "s"),
    said("user", "u0"),
    said("assistant", "a0"),
    said("user", "u1"),
    said("assistant", "a1"),
    said("user", "u2"),
  ],
  taken: "a2",
});
const third = stateOf("t:3", 3, { messages: [said("user", "u3")], taken: "a3" });
const fifth = stateOf("t:5", 5, {
  messages: [said("user", "u4"), said("assistant", "a4"), said("tool", "t5"), said("user", "u5")],
  taken: "a5",
});
const error = stateOf("t:3!0", 4, {
  kind: "error",
  parent: "t:3",
  injected: { action: "wrong", regret: 1 },
  messages: [said("user", "e4")],
  taken: null,
});
const seen = (state: ExplorerState, shown = [second, third, fifth, error]): readonly string[] => {
  const index = explorerIndex({ ...run, explorer: { shown, total: shown.length } });
  const { earlier, latest } = messagesOf(index, state);
  return [earlier, latest].map((messages) => messages.map(({ content }) => content).join(" "));
};

it("shows what came after the last reply, and folds the whole conversation before it", () => {
  expect(seen(second)).toEqual(["s u0 a0 u1 a1", "u2"]);
  expect(seen(third)).toEqual(["s u0 a0 u1 a1 u2 a2", "u3"]);
  expect(seen(fifth)).toEqual(["s u0 a0 u1 a1 u2 a2 u3 a3 u4 a4", "t5 u5"]);
});

it("goes at an error state by its parent and the injected action", () => {
  expect(seen(error)).toEqual(["s u0 a0 u1 a1 u2 a2 u3 wrong", "e4"]);
});

it("claims nothing of what came before an error state whose parent is not here", () => {
  expect(seen(error, [second, error])).toEqual(["", "e4"]);
});
