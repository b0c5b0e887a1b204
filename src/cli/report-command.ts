import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Command } from "commander";
import { Fault } from "../core/fault.js";
import type { RunReport } from "../report/report-data.js";
import { REPORT_MARK } from "../report/report-html.js";
import { readReport } from "./read-report.js";
import { REPORT, writeReport } from "./write-report.js";

/** Runs by names that tell them apart: the folder's own, else as much of its path as was given. */
function named(folders: readonly string[], runs: readonly RunReport[]): readonly RunReport[] {
  const names = folders.map((folder) => basename(resolve(folder)));
  return runs.map((run, place) => {
    const isShared = names.filter((name) => name === names[place]).length > 1;
    return isShared ? { ...run, name: folders[place] as string } : run;
  });
}

/** Bytes within which a report says that it is one. */
const BEGINNING = 4096;

function isReport(file: string): boolean {
  if (!statSync(file).isFile()) return false;
  const handle = openSync(file, "r");
  const bytes = Buffer.alloc(BEGINNING);
  readSync(handle, bytes, 0, bytes.length, 0);
  closeSync(handle);
  return bytes.includes(REPORT_MARK);
}

async function report(folders: readonly string[], out: string | undefined): Promise<void> {
  const [first] = folders;
  const file = out ?? (folders.length === 1 ? join(first as string, REPORT) : REPORT);
  if (new Set(folders.map((folder) => resolve(folder))).size < folders.length) {
    throw new Fault({ where: "report", expected: "each run once", got: folders.join(" "), isUsage: true });
  }
  if (existsSync(file) && !isReport(file)) {
    throw new Fault({ where: `--out ${file}`, expected: "a new file, or a report", got: "another file" });
  }
  const runs: RunReport[] = [];
  for (const folder of folders) runs.push(await readReport(folder, folders.length));
  writeReport(file, named(folders, runs));
  process.stdout.write(`report: ${file}\n`);
}

/** Adds `report` to the program. */
export function addReportCommand(program: Command): void {
  program
    .command("report")
    .description("make report.html of finished runs, several of them side by side")
    .argument("<run...>", "run folders")
    .option("--out <FILE>", "where to (default: report.html in the run's folder, or here for several runs)")
    .action((folders: string[], { out }: { readonly out?: string }) => report(folders, out));
}
