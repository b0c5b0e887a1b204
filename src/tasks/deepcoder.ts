import { Fault } from "../core/fault.js";
import type { Judge } from "../core/judge.js";
import { choose } from "../core/rng.js";
import type { Task, TaskFactory } from "../core/task.js";
import type { Instance, Snapshot } from "../core/trajectory.js";
import {
  failureText,
  openingOf,
  parseProgram,
  REFUSAL,
  sayProgram,
  systemMessage,
  userMessage,
} from "./deepcoder-text.js";

const NAME = "deepcoder-mt";
const DESCRIPTION =
  "Write a Python program, with feedback from public tests; quality is the share of all tests passed.";

const SCHEMA = {
  instance: {
    type: "object",
    required: ["instance_id"],
    properties: { instance_id: { type: "string", minLength: 1, pattern: "^[^\\u0000-\\u001f]+$" } },
  },
  snapshot: {
    type: "object",
    required: ["turns_left"],
    properties: { turns_left: { type: "integer", minimum: 1 } },
  },
};

/** A turn is one program. The episode ends when all public tests pass or the turns run out; success is all tests. */
function taskWith(judge: Judge): Task<Instance, Snapshot> {
  return {
    name: NAME,
    description: DESCRIPTION,
    schema: SCHEMA,
    actions: null,
    checkInstance: ({ instance_id: id }) =>
      judge.statement(id) === null ? { field: "instance_id", expected: "a problem of --problems", got: id } : null,
    checkSnapshot: () => null,
    parse: parseProgram,
    say: sayProgram,
    start: ({ instance_id: id }, budget) => ({
      snapshot: { turns_left: budget },
      messages: [systemMessage(judge.isCalled(id)), userMessage(budget, judge.statement(id) ?? "")],
    }),
    async step({ instance_id: id }, before, action) {
      const snapshot = { turns_left: before.turns_left - 1 };
      const judged = action === null ? null : await judge.judge(id, action);
      const isOver = judged !== null && judged.failure === null;
      const success = judged?.solved === true;
      const termination = isOver ? "public_tests" : snapshot.turns_left === 0 ? "budget" : null;
      const feedback = judged?.failure == null ? REFUSAL : failureText(judged.failure);
      const messages = termination === null ? [userMessage(snapshot.turns_left, feedback)] : [];
      return { snapshot, messages, reward: Number(success), termination, success };
    },
    cannotFollow: (_, before, _action, after, { termination }) => {
      if (after !== null) return after.turns_left === before.turns_left - 1 ? null : "one turn to be used";
      if (termination === "public_tests") return null;
      if (termination !== "budget") return "the termination public_tests or budget";
      return before.turns_left === 1 ? null : "an end by public_tests, with turns left";
    },
    recognises: (_, snapshot, messages) => {
      const last = messages[messages.length - 1];
      return last?.role === "user" && last.content.startsWith(openingOf(snapshot.turns_left));
    },
    draw: (rng) => {
      if (judge.heldOut.length > 0) return { instance_id: choose(judge.heldOut, rng) };
      throw new Fault({ where: "--problems", expected: "a problem that is not of the split train", got: "none" });
    },
  };
}

export const deepCoder: TaskFactory = {
  name: NAME,
  description: DESCRIPTION,
  schema: SCHEMA,
  budget: 3,
  create: (judge) => {
    if (judge === null) throw new Error(`${NAME} needs a scorer that judges programs`);
    return taskWith(judge);
  },
};
