import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "../core/fault.js";
import { holdLock } from "./lock.js";
import { checkSameConfig, configSha256, type RunConfig } from "./run-config.js";
import { systemFault } from "./system-fault.js";
import { writeWholeText } from "./whole-file.js";

/** A run folder that is being filled. */
export interface RunFolder {
  readonly journalFile: string;
  file(name: string): string;
  /** Writes manifest.json as complete, with these further entries, and drops the journal. */
  complete(entries: Readonly<Record<string, unknown>>): void;
  /** Removes what was begun here if no work of it is finished. */
  dropIfEmpty(finished: number): void;
}

interface StartedManifest {
  readonly status: string;
  readonly started_at: string;
  readonly config: RunConfig;
}

const LOCK = ".lock";
const JOURNAL = ".journal.jsonl";

/** The first free name among runs/TASK, runs/TASK-2, … */
export function freeFolder(task: string): string {
  for (let number = 1; ; number += 1) {
    const folder = join("runs", number === 1 ? task : `${task}-${number}`);
    if (!existsSync(folder)) return folder;
  }
}

/**
 * Whether a run was begun in `folder`. Throws a Fault unless the folder is new or empty, or the run in it is to be
 * resumed; `resume` without a begun run is fine, so that one command serves the first try and the next.
 */
export function checkRunFolder(folder: string, resume: boolean): boolean {
  if (!existsSync(folder)) return false;
  const names = statSync(folder).isDirectory() ? readdirSync(folder) : [folder];
  // A process killed at its very start leaves nothing else.
  if (names.every((name) => name === LOCK || name === ".manifest.json.partial")) return false;
  const hasRun = existsSync(join(folder, "manifest.json"));
  if (resume && hasRun) return true;
  const expected = hasRun ? "a new folder, or --resume" : "a new folder";
  throw new Fault({ where: `--out ${folder}`, expected, got: hasRun ? "one with a run in it" : "something else" });
}

/** What manifest.json holds, as far as anything in it was checked: it is JSON. */
export function readManifest<Manifest>(file: string): Partial<Manifest> {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Partial<Manifest>;
  } catch (error) {
    throw new Fault({
      where: file,
      expected: "a manifest",
      got: error instanceof Error ? error.message : String(error),
    });
  }
}

/** Begins a run folder, or goes on with one whose configuration is the same; null when that one is complete already. */
export function openRunFolder(folder: string, resume: boolean, config: RunConfig): RunFolder | null {
  const isNew = !existsSync(folder);
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw systemFault(folder, "a folder that can be made", error);
  }
  holdLock(join(folder, LOCK));
  const isBegun = checkRunFolder(folder, resume);
  const manifestFile = join(folder, "manifest.json");
  const write = (manifest: Readonly<Record<string, unknown>>): void =>
    writeWholeText(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`);
  let startedAt = new Date().toISOString();
  if (isBegun) {
    const before = readManifest<StartedManifest>(manifestFile) as StartedManifest;
    checkSameConfig(folder, before.config, config);
    if (before.status === "complete") {
      rmSync(join(folder, JOURNAL), { force: true });
      return null;
    }
    startedAt = before.started_at;
  }
  const head = { schema_version: 1, config, config_sha256: configSha256(config), started_at: startedAt };
  if (!isBegun) write({ status: "started", ...head });
  const journalFile = join(folder, JOURNAL);
  return {
    journalFile,
    file: (name) => join(folder, name),
    complete(entries) {
      write({ status: "complete", ...head, finished_at: new Date().toISOString(), ...entries });
      rmSync(journalFile, { force: true });
    },
    dropIfEmpty(finished) {
      if (finished > 0 || isBegun) return;
      for (const name of ["manifest.json", JOURNAL, LOCK]) rmSync(join(folder, name), { force: true });
      if (isNew) rmdirSync(folder);
    },
  };
}
