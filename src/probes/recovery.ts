import type { State } from "../core/state.js";
import { injectError, type PassedOver } from "../injection/inject-error.js";
import { matchStates } from "./match-states.js";
import { observeContrast, observeMain, observePair } from "./pair-observations.js";
import { type Probe, promptOf } from "./probe.js";
import { stateMessages } from "./state-messages.js";

export const recovery: Probe = {
  name: "recovery",
  description:
    "the same at error states, made by injecting one wrong action at each saved state; against their parents",
  async run(unit, context) {
    const { task, scorer, chooser, rng, baseline, candidates } = context;
    const pool = context.poolOf(unit.trajectory);
    const made: State[] = [];
    const parentOf = new Map<State, State>();
    const passedOver: Record<string, number> = {};
    const passOver = (reason: PassedOver): void => {
      passedOver[reason] = (passedOver[reason] ?? 0) + 1;
    };
    for (const { state: parent, probabilities } of await unit.onTrajectory()) {
      const injected = await injectError({ task, scorer, chooser, parent, probabilities, pool, index: 0, rng });
      if ("state" in injected) {
        made.push(injected.state);
        parentOf.set(injected.state, parent);
      } else passOver(injected.passedOver);
    }
    const prompts = made.map(promptOf);
    const fits = await Promise.all([baseline, ...candidates].map((policy) => policy.fits(prompts)));
    const errors = made.filter((_, index) => {
      const fitsAll = fits.every((own) => own[index]);
      if (!fitsAll) passOver("too_long");
      return fitsAll;
    });
    const results = await matchStates(errors, context);
    return {
      states: results.map((result) => result.row),
      samples: results.flatMap((result) => result.samples),
      exactActions: results.flatMap((result) => result.exactActions),
      pairs: results.flatMap((result) => result.pairs),
      messages: errors.map((state) => stateMessages(state, parentOf.get(state) ?? null, null)),
      passedOver,
    };
  },
  observe: ({ pairs }, draws) => {
    const parents = new Map(
      pairs.filter((pair) => pair.kind === "on_trajectory").map((pair) => [`${pair.state_id} ${pair.candidate}`, pair]),
    );
    return pairs
      .filter((pair) => pair.kind === "error")
      .flatMap((error) => {
        const parent = parents.get(`${error.parent_state_id} ${error.candidate}`);
        if (parent === undefined) throw new Error(`error state ${error.state_id} has no parent among the rows`);
        return [
          ...observeMain("recovery", "kind=error", error, draws),
          ...observePair("recovery", [`kind=error,stage=${error.stage}`], error, draws.relabelled(error)),
          ...observePair("recovery", ["kind=parent"], parent, draws.relabelled(parent)),
          ...observeContrast("recovery", "contrast", error, parent),
        ];
      });
  },
};
