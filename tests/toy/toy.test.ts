import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { addProbeCommand } from "../../src/cli/probe-command.js";
import { runProbes } from "../../src/cli/run-probes.js";
import { surveyTrajectories } from "../../src/cli/survey.js";
import { keyedRng } from "../../src/core/rng.js";
import { probes } from "../../src/probes/index.js";
import { trajectoryLine } from "../../src/states/write-trajectory.js";
import { scratchFolder } from "../cli/run-cli.js";
import { withToy } from "./registries.js";
import { onPolicy, toyContext, walk } from "./toy-run.js";

describe("a task added by its file, its scorer's file and a line in each registry", () => {
  it("is named by the command line's help", () => {
    const program = new Command();
    addProbeCommand(program, withToy);
    expect(program.commands[0]?.helpInformation()).toContain("toy: a corridor of three cells");
  });

  it("goes the whole way from a trajectory file to summary.csv", async () => {
    const scratch = scratchFolder();
    const file = join(scratch, "trajectories.jsonl");
    const walks = [walk("t", ["on", "back", "on", "on"]), walk("u", ["on", "on"], "rl")];
    writeFileSync(file, walks.map((one) => `${trajectoryLine(one)}\n`).join(""));
    const context = toyContext(onPolicy("base", 0.5, 0.5), [onPolicy("rl", 0.5, 0.9)], 2);
    const survey = await surveyTrajectories(file, {
      task: context.task,
      vocabularyOf: () => null,
      skipInvalid: false,
      states: null,
      keepsActions: false,
      rng: keyedRng("0"),
    });
    const folder = join(scratch, "run");
    const written = await runProbes({
      folder,
      resume: false,
      config: {
        task: "toy",
        seed: 0,
        baseline: "base",
        candidates: ["rl"],
        policies: [],
        samples: 2,
        scorer: {},
        inject: "worst",
        cluster: "trajectory",
        trajectories_sha256: survey.sha256,
      },
      probes: Object.values(probes),
      context,
      survey,
      cluster: "trajectory",
      concurrency: 2,
    });
    // Six saved states, each with an error state: `back` never ends the walk. There rl says `on` with .9 against .5.
    expect(written.counts).toEqual({ unscored: 0, trajectories: 2, instances: 1, states: 6, error_states: 6 });
    const summary = readFileSync(join(folder, "summary.csv"), "utf8").split("\n");
    const error = summary.find((line) => line.startsWith("toy,recovery,kind=error,exact_difference,base,rl,"));
    expect(Number(error?.split(",")[6])).toBeCloseTo(0.2, 12);
    expect(summary.find((line) => line.startsWith("toy,matched,all,exact_difference,base,rl,0,"))).toContain(",6,2,");
  });
});
