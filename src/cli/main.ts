#!/usr/bin/env node
import { Command, CommanderError } from "commander";
import { Fault } from "../core/fault.js";
import { addCompareCommand } from "./compare-command.js";
import { packageVersion } from "./package.js";
import { addProbeCommand } from "./probe-command.js";
import { bundled } from "./registries.js";
import { addReportCommand } from "./report-command.js";
import { addRolloutCommand } from "./rollout-command.js";
import { addSchemasCommand } from "./schemas-command.js";

const program = new Command("matched-state")
  .description("At the same state, does an RL-trained policy choose better next actions than its base?")
  .version(packageVersion())
  .exitOverride()
  .configureHelp({ helpWidth: 100 });
addProbeCommand(program, bundled);
addRolloutCommand(program, bundled);
addReportCommand(program);
addCompareCommand(program);
addSchemasCommand(program, bundled);

// A reader that has seen enough (`| head`) closes the pipe: that is no failure, and the run folder is complete.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") return;
  process.stderr.write(`matched-state: stdout: ${error.message}\n`);
  process.exitCode = 1;
});

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    const isFault = error instanceof Fault;
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`matched-state: ${message.replaceAll(/\s*\n\s*/g, " ")}\n`);
    if (!isFault && error instanceof Error) process.stderr.write(`${error.stack ?? ""}\n`);
    process.exitCode = isFault && error.isUsage ? 2 : 1;
  }
}
