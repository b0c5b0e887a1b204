import type { Task } from "../core/task.js";

/** Names go into CSV cells and summary slices. */
const TEXT = {
  type: "string",
  pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$",
  description: "a text, not empty, without control characters",
};

/** Ids go into state ids and file cells, where `!` and control characters have a meaning of their own. */
const TRAJECTORY_ID = {
  type: "string",
  pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff!]+$",
  description: 'a text, not empty, without control characters and "!"',
};

const MESSAGE = {
  type: "object",
  required: ["role", "content"],
  properties: {
    role: { enum: ["system", "user", "assistant", "tool"] },
    content: { type: "string" },
  },
};

const ACTION = {
  type: "object",
  required: ["text"],
  properties: {
    text: { type: "string" },
    token_ids: { type: "array", minItems: 1, items: { type: "integer", minimum: 0 } },
    log_probs: { type: "array", minItems: 1, items: { type: "number", maximum: 0 } },
  },
  dependentRequired: { log_probs: ["token_ids"] },
};

const OUTCOME = {
  type: "object",
  required: ["success", "reward", "termination"],
  properties: { success: { type: "boolean" }, reward: { type: "number" }, termination: TEXT },
};

/** The part of a line that says how to read the rest; checked first. */
export function headSchema(taskName: string) {
  return {
    type: "object",
    required: ["schema", "task"],
    properties: { schema: { const: 1 }, task: { const: taskName } },
  };
}

/** The whole JSON Schema (draft 2020-12) of a line of a trajectory file of a task. */
export function trajectorySchema(task: Pick<Task, "name" | "schema">) {
  const { properties: head } = headSchema(task.name);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `A trajectory of ${task.name}: one line of a JSON Lines file`,
    type: "object",
    required: ["schema", "trajectory_id", "task", "instance", "policy", "budget", "outcome", "turns"],
    properties: {
      schema: head.schema,
      trajectory_id: TRAJECTORY_ID,
      task: head.task,
      instance: task.schema.instance,
      policy: TEXT,
      budget: { type: "integer", minimum: 1 },
      outcome: OUTCOME,
      turns: {
        type: "array",
        minItems: 1,
        items: {
          type: "object",
          required: ["messages", "action", "snapshot", "reward"],
          properties: {
            messages: { type: "array", minItems: 1, items: MESSAGE },
            action: ACTION,
            snapshot: task.schema.snapshot,
            reward: { type: "number" },
          },
        },
      },
    },
  };
}
