import type { Policy } from "../../src/core/policy.js";
import { keyedRng } from "../../src/core/rng.js";
import type { Scorer } from "../../src/core/scorer.js";
import type { Task } from "../../src/core/task.js";
import type { Trajectory } from "../../src/core/trajectory.js";
import { type Chooser, choosers } from "../../src/injection/choosers.js";
import { type ReplyTable, scriptedPolicy } from "../../src/policies/scripted-policy.js";
import type { ProbeContext } from "../../src/probes/probe.js";
import { withToy } from "./registries.js";
import { toy } from "./task.js";

/** Says `on` at these cells and kinds of states with these chances, else `back`; kind is read off the state's id. */
export function onPolicy(name: string, saved: number, error: number): Policy {
  return scriptedPolicy(name, ({ stateId }): ReplyTable => {
    const on = stateId.includes("!") ? error : saved;
    return { on, back: 1 - on };
  });
}

/** A trajectory through the corridor by these actions, as the task itself tells it. */
export function walk(trajectoryId: string, actions: readonly string[], policy = "base", budget = 8): Trajectory {
  const task = toy;
  const instance = { instance_id: "corridor" };
  let { snapshot, messages } = task.start(instance, budget);
  let success = false;
  const turns = actions.map((text) => {
    const turn = { messages, action: { text }, snapshot, reward: 0 };
    const step = task.step(instance, snapshot, task.parse(text));
    ({ snapshot, messages, success } = step);
    return { ...turn, reward: step.reward };
  });
  const outcome = { success, reward: Number(success), termination: success ? "end" : "budget" };
  return { trajectoryId, task: "toy", instance, policy, budget, outcome, turns };
}

export function toyContext(
  baseline: Policy,
  candidates: readonly Policy[],
  samples: number,
  chooser = "worst",
): ProbeContext {
  return {
    task: withToy.tasks["toy"]?.create(null) as Task,
    scorer: withToy.scorers["toy"]?.create({}) as Scorer,
    chooser: choosers[chooser] as Chooser,
    poolOf: () => [],
    baseline,
    candidates,
    samples,
    rng: keyedRng("toy"),
  };
}
