// Options that the benchmarks share.
import { parseArgs } from "node:util";

const shared = {
  models: { type: "string", default: "models" },
  python: { type: "string", default: "python3" },
  samples: { type: "string", default: "16" },
  rounds: { type: "string", default: "5" },
  trajectories: { type: "string" },
  turns: { type: "string" },
  "max-tokens": { type: "string" },
  only: { type: "string" },
};

function numberOrNothing(text) {
  return text === undefined ? undefined : Number(text);
}

export function readOptions(argv) {
  const { values, positionals } = parseArgs({ args: argv, options: shared, allowPositionals: true });
  return {
    names: positionals,
    models: values.models,
    python: values.python,
    samples: Number(values.samples),
    rounds: Number(values.rounds),
    trajectories: numberOrNothing(values.trajectories),
    turns: numberOrNothing(values.turns),
    maxTokens: numberOrNothing(values["max-tokens"]),
    /** Of the arms, those whose names contain one of `only`; without it, those that are not slow. */
    isAsked: (name, arm) =>
      values.only === undefined ? !arm.slow : values.only.split(",").some((part) => name.includes(part)),
  };
}
