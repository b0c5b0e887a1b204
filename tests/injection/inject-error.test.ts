import { describe, expect, it } from "vitest";
import { keyedRng } from "../../src/core/rng.js";
import type { State } from "../../src/core/state.js";
import type { Chooser } from "../../src/injection/choosers.js";
import { choosers } from "../../src/injection/choosers.js";
import { injectError } from "../../src/injection/inject-error.js";
import { frozenLakeScorer } from "../../src/scoring/frozenlake.js";
import { frozenLake } from "../../src/tasks/frozenlake.js";
import type { FrozenLakeInstance, FrozenLakeSnapshot } from "../../src/tasks/frozenlake-board.js";

const instance = { instance_id: "lake", desc: ["SFFF", "FHFH", "FFFH", "HFFG"], success_rate: 1 };
const scorer = frozenLakeScorer.create({});
const rng = keyedRng("run");

function parentAt(
  position: readonly [number, number],
  turnsLeft: number,
  lake: FrozenLakeInstance = instance,
): State<FrozenLakeInstance, FrozenLakeSnapshot> {
  const snapshot = { position, turns_left: turnsLeft };
  const [system] = frozenLake.start(lake, 8).messages;
  const rows = lake.desc.map((row, r) =>
    [...row]
      .map((c, k) => (r === position[0] && k === position[1] ? "P" : c === "H" ? "O" : c === "G" ? "G" : "_"))
      .join(" "),
  );
  return {
    stateId: "t:1",
    trajectoryId: "t",
    kind: "on_trajectory",
    turn: 1,
    turns: 4,
    stage: "middle",
    instance: lake,
    snapshot,
    messages: [
      system ?? { role: "system", content: "" },
      { role: "user", content: `Turns left: ${turnsLeft}\n${rows.join("\n")}` },
    ],
    injection: null,
  };
}

/** Takes a given action, and shows what it was offered. */
function taking(action: string, offered: string[] = []): Chooser {
  return {
    name: "given",
    description: "a given action",
    source: "task",
    needsProbabilities: false,
    choose: (wrong) => {
      offered.push(...wrong.map((one) => one.action));
      const found = wrong.find((one) => one.action === action);
      if (found === undefined) throw new RangeError(`${action} is not wrong here`);
      return found;
    },
  };
}

const inject = (parent: State<FrozenLakeInstance, FrozenLakeSnapshot>, chooser: Chooser, index = 0) =>
  injectError({ task: frozenLake, scorer, chooser, parent, probabilities: null, pool: [], index, rng });

describe("an error state", () => {
  it("is where the environment goes after a wrong action, said and answered in the history", async () => {
    // Without slip and with 6 turns left the six steps to the goal must all count: Left at [0,0] loses everything.
    const parent = parentAt([0, 0], 6);
    const result = await inject(parent, taking("Left"), 3);
    expect(result).toStrictEqual({
      state: {
        ...parent,
        stateId: "t:1!3",
        kind: "error",
        turn: 2,
        snapshot: { position: [0, 0], turns_left: 5 },
        messages: [
          ...parent.messages,
          { role: "assistant", content: "<answer>Left</answer>" },
          { role: "user", content: "Turns left: 5\nP _ _ _\n_ O _ O\n_ _ _ O\nO _ _ G" },
        ],
        injection: { parentStateId: "t:1", action: "Left", regret: 1 },
      },
    });
  });

  it("comes from actions whose quality is below the best alone", async () => {
    const offered: string[] = [];
    // From [2,2] with 2 turns left Down, Right would be won; Right falls into the hole [2,3].
    await inject(parentAt([2, 2], 2), taking("Left", offered));
    expect(offered).toStrictEqual(["Left", "Right", "Up"]);
  });

  it("depends on seed, parent and index alone", async () => {
    const slippery = { ...instance, success_rate: 0.8 };
    const uniform = choosers.uniform ?? taking("Left");
    const several = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((index) => inject(parentAt([2, 1], 6, slippery), uniform, index)),
    );
    expect(await inject(parentAt([2, 1], 6, slippery), uniform, 4)).toStrictEqual(several[4]);
    const actions = several.map((one) => ("state" in one ? one.state.injection?.action : one.passedOver));
    expect(new Set(actions).size).toBeGreaterThan(1);
  });

  it("slips as the ice of its own stream says", async () => {
    const slippery = { ...instance, success_rate: 0.8 };
    const parent = parentAt([2, 1], 6, slippery);
    const step = frozenLake.step(slippery, parent.snapshot, "Left", rng.child("t:1", "error", 2));
    const result = await inject(parent, taking("Left"), 2);
    expect("state" in result && result.state.snapshot).toStrictEqual(step.snapshot);
  });

  it("follows an invalid reply too, whose note stands before the board", async () => {
    const parent = parentAt([0, 0], 6);
    const [system, user] = parent.messages;
    const noted = { role: "user", content: `That was not a move.\n${user?.content}` } as const;
    const result = await inject({ ...parent, messages: [...(system ? [system] : []), noted] }, taking("Left"));
    expect("state" in result && result.state.messages[1]).toStrictEqual(noted);
  });

  it("offers the chooser the baseline's probability of each action", async () => {
    const request = { task: frozenLake, scorer, chooser: choosers.likely ?? taking(""), pool: [], index: 0, rng };
    // Two ways of six steps, by Down and by Right, are right, however likely; of Left 0.1 and Up 0.2, Up is likelier.
    const result = await injectError({ ...request, parent: parentAt([0, 0], 6), probabilities: [0.1, 0.3, 0.4, 0.2] });
    expect("state" in result && result.state.injection?.action).toBe("Up");
  });
});

describe("a parent is passed over", () => {
  it("when no action is wrong", async () => {
    // With one turn left, three steps from the goal, every action is worth 0.
    expect(await inject(parentAt([0, 0], 1), taking("Left"))).toStrictEqual({ passedOver: "no_wrong_action" });
  });

  it("when the wrong action ends the episode", async () => {
    expect(await inject(parentAt([2, 2], 4), taking("Right"))).toStrictEqual({ passedOver: "episode_over" });
    // The last turn, spent next to the goal on another move.
    expect(await inject(parentAt([3, 2], 1), taking("Left"))).toStrictEqual({ passedOver: "episode_over" });
  });

  it("when its prompt is not written as the task writes it", async () => {
    const parent = parentAt([0, 0], 6);
    const foreign = { ...parent, messages: [{ role: "user", content: "P___\n_O_O\n___O\nO__G" }] as const };
    expect(await inject(foreign, taking("Left"))).toStrictEqual({ passedOver: "foreign_prompt" });
  });
});

describe("injection", () => {
  it("refuses to choose by probability among actions that cannot be enumerated", async () => {
    const endless = { ...frozenLake, actions: null };
    const request = {
      task: endless,
      scorer,
      chooser: choosers["likely"] as Chooser,
      probabilities: null,
      pool: [],
      index: 0,
      rng,
    };
    await expect(injectError({ ...request, parent: parentAt([0, 0], 6) })).rejects.toThrow(
      "t:1: expected a way to choose that needs no probabilities, or a task whose actions can be enumerated, got likely",
    );
  });

  it("takes from the pool what is wrong here, and nothing when the pool has nothing wrong", async () => {
    const request = {
      task: frozenLake,
      scorer,
      chooser: choosers["pool"] as Chooser,
      probabilities: null,
      pool: [],
      index: 0,
      rng,
    };
    const parent = parentAt([0, 0], 6);
    const made = await injectError({ ...request, pool: ["Left", "Right"], parent });
    expect("state" in made && made.state.injection?.action).toBe("Left");
    expect(await injectError({ ...request, pool: ["Right"], parent })).toEqual({ passedOver: "no_wrong_action" });
    expect(await injectError({ ...request, parent })).toEqual({ passedOver: "nothing_known" });
  });

  it("takes mutants of a right program that score below the best where actions cannot be enumerated", async () => {
    const step = frozenLake.step(instance, { position: [0, 0], turns_left: 6 }, null, rng);
    const endless = { ...frozenLake, actions: null, say: (action: string) => action, step: () => step };
    const judged = {
      ...scorer,
      // Every mutant but those that keep `Left` is as good as the solution.
      qualities: async (_: unknown, actions: readonly (string | null)[]) =>
        actions.map((one) => (one === "Left\n" ? 0.25 : 1)),
      best: async () => 1,
      judge: {
        heldOut: [],
        statement: () => "",
        isCalled: () => false,
        solutions: () => ["Left\nRight\n"],
        judge: async () => ({ solved: false, failure: null }),
      },
    };
    const request = {
      task: endless,
      scorer: judged,
      chooser: choosers["worst"] as Chooser,
      probabilities: null,
      pool: [],
      index: 0,
      rng,
    };
    const made = await injectError({ ...request, parent: parentAt([0, 0], 6) });
    expect("state" in made && made.state.injection).toMatchObject({ action: "Left\n", regret: 0.75 });
    // What is called a solution and fails is not edited.
    const failing = { ...judged.judge, solutions: () => ["Left\n"] };
    const none = await injectError({ ...request, scorer: { ...judged, judge: failing }, parent: parentAt([0, 0], 6) });
    expect(none).toEqual({ passedOver: "nothing_known" });
  });
});
