import { type Command, Option } from "commander";
import { choosers } from "../injection/choosers.js";
import { probes } from "../probes/index.js";
import { type ClusterKind, clusterKinds } from "../report/summary.js";
import { oneOf, someOf, wholeNumber } from "./option-values.js";
import { addPolicyOptions, type PolicyOptions } from "./policy-options.js";
import type { Registries } from "./registries.js";
import { addScorerOptions } from "./scorer-options.js";

export interface ProbeOptions extends PolicyOptions {
  readonly task: string;
  readonly probe: readonly string[];
  readonly out?: string;
  readonly trajectories?: string;
  readonly baseline?: string;
  readonly candidate?: readonly string[];
  readonly samples: number;
  readonly states?: number;
  readonly seed: number;
  readonly inject: string;
  readonly cluster: ClusterKind;
  readonly resume: boolean;
  readonly skipInvalid: boolean;
  readonly json: boolean;
  /** Scorers' own options lie beside these, by flag. */
  readonly [scorerOption: string]: unknown;
}

function describeAll(
  registry: Readonly<Record<string, { readonly name: string; readonly description: string }>>,
): string {
  return Object.values(registry)
    .map(({ name, description }) => `${name}: ${description.replace(/\.$/, "")}`)
    .join("; ");
}

/** Adds the options of `probe`; names and help come from the registries. */
export function addProbeOptions(command: Command, registries: Registries): Command {
  const { tasks } = registries;
  command
    .addOption(
      new Option("--task <NAME>", describeAll(tasks))
        .argParser(oneOf("task", Object.keys(tasks)))
        .makeOptionMandatory(),
    )
    .addOption(
      new Option("--probe <NAMES>", describeAll(probes))
        .argParser(someOf("probe", Object.keys(probes)))
        .default(Object.keys(probes), "all"),
    )
    .option("--out <FOLDER>", "run folder; default: the first free of runs/TASK, runs/TASK-2, …")
    .option("--trajectories <FILE>", "saved trajectories, JSON Lines; default: the bundled ones")
    .option("--baseline <NAME>", "default: base, else the first policy")
    .option("--candidate <NAMES>", "default: every other policy", (text: string) => text.split(","))
    .option("--samples <K>", "actions drawn of each policy at each state", wholeNumber(1, 100_000), 16)
    .option("--states <N>", "most saved states to visit, drawn at random; default: all", wholeNumber(1))
    .option("--seed <S>", "the run's seed", wholeNumber(0), 0)
    .option("--inject <NAME>", describeAll(choosers), oneOf("chooser", Object.keys(choosers)), "uniform")
    .option(
      "--cluster <KIND>",
      "what intervals take as independent: trajectory or instance",
      oneOf("cluster", clusterKinds),
      "trajectory",
    )
    .option("--resume", "go on with the unfinished run in --out", false)
    .option("--skip-invalid", "leave invalid lines out, and list them", false)
    .option("--json", "print the summary as JSON", false);
  addScorerOptions(command, registries);
  return addPolicyOptions(command);
}
