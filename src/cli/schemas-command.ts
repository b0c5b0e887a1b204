import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { trajectorySchema } from "../states/schemas.js";
import { packageFolder } from "./package.js";
import type { Registries } from "./registries.js";
import { writeWholeText } from "./whole-file.js";

/** Adds `schemas` to the program: writes the JSON Schema of each task's trajectory line, as the reader checks by it. */
export function addSchemasCommand(program: Command, { tasks }: Registries): void {
  program
    .command("schemas")
    .description("write the JSON Schema of each task's trajectories")
    .option("--out <FOLDER>", "where to", join(packageFolder, "schemas"))
    .action(({ out }: { readonly out: string }) => {
      mkdirSync(out, { recursive: true });
      for (const task of Object.values(tasks)) {
        writeWholeText(join(out, `${task.name}.schema.json`), `${JSON.stringify(trajectorySchema(task), null, 2)}\n`);
      }
    });
}
