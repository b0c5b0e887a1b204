import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseFile } from "fast-csv";
import { Fault, quote } from "../core/fault.js";
import type { Column, Columns } from "../report/column.js";
import { cellValue } from "../report/csv-cell.js";
import type { ClusterKind } from "../report/summary.js";
import { readJournal } from "./journal.js";
import { readManifest } from "./run-folder.js";
import { sha256Of } from "./sha256-of.js";

/** What a report or a comparison needs of manifest.json. */
export interface CompleteManifest {
  readonly schema_version: number;
  readonly status: "complete";
  readonly started_at: string;
  readonly finished_at: string;
  readonly command: readonly string[];
  readonly git_commit: string | null;
  readonly versions: Readonly<Record<string, string | null>>;
  readonly config_sha256: string;
  readonly config: {
    readonly task: string;
    readonly probes: readonly string[];
    readonly trajectories_sha256: string;
    readonly baseline: string;
    readonly candidates: readonly string[];
    readonly policies: readonly {
      readonly name: string;
      readonly model_sha256: string | null;
      readonly decoding?: Readonly<Record<string, unknown>>;
    }[];
    readonly samples: number;
    readonly seed: number;
    readonly cluster: ClusterKind;
    readonly scorer: Readonly<Record<string, unknown>>;
    readonly [setting: string]: unknown;
  };
  readonly scorer: { readonly name: string; readonly description: string };
  readonly counts: Readonly<Record<string, unknown>>;
  readonly files: readonly { readonly name: string; readonly sha256: string }[];
}

/** Throws a Fault unless `folder` holds a complete run of this version's format. */
export function readCompleteManifest(folder: string): CompleteManifest {
  const file = join(folder, "manifest.json");
  if (!existsSync(file)) throw new Fault({ where: folder, expected: "a run folder", got: "no manifest.json in it" });
  const manifest = readManifest<CompleteManifest>(file) as Partial<CompleteManifest> | null;
  if (manifest?.status !== "complete") {
    const expected = "status complete; --resume finishes a run";
    throw new Fault({ where: file, expected, got: quote(manifest?.status) });
  }
  const { config, scorer, counts, files } = manifest;
  const wanted: readonly (readonly [string, boolean, unknown])[] = [
    ["schema_version 1", manifest.schema_version === 1, manifest.schema_version],
    ["config.task, a text", typeof config?.task === "string", config?.task],
    ["config.baseline, a text", typeof config?.baseline === "string", config?.baseline],
    ["config.candidates, a list", Array.isArray(config?.candidates), config?.candidates],
    ["config.policies, a list", Array.isArray(config?.policies), config?.policies],
    [
      "config.trajectories_sha256, a text",
      typeof config?.trajectories_sha256 === "string",
      config?.trajectories_sha256,
    ],
    ["scorer.name, a text", typeof scorer?.name === "string", scorer?.name],
    ["counts, an object", typeof counts === "object" && counts !== null, counts],
    ["files, a list", Array.isArray(files), files],
    ["command, a list", Array.isArray(manifest.command), manifest.command],
  ];
  for (const [expected, holds, got] of wanted) {
    if (!holds) throw new Fault({ where: file, expected, got: quote(got) });
  }
  return manifest as CompleteManifest;
}

/** What every run folder holds, by name. */
const RUN_FILES = "trajectories states samples exact_actions pairs summary nll_actions nll_trajectories"
  .split(" ")
  .map((name) => `${name}.csv`)
  .concat("actions.jsonl", "state_messages.jsonl");

/** Throws a Fault where a file is not, byte for byte, the one that the run wrote. */
export async function checkFiles(folder: string, { files }: CompleteManifest): Promise<void> {
  const named = new Set(files.map((file) => file?.name));
  const lacking = RUN_FILES.find((name) => !named.has(name));
  if (lacking !== undefined) {
    throw new Fault({ where: join(folder, "manifest.json"), expected: `${lacking} among its files`, got: "none" });
  }
  for (const { name, sha256 } of files) {
    const file = join(folder, name);
    if (!existsSync(file)) throw new Fault({ where: file, expected: "a file of the run", got: "none" });
    const found = await sha256Of(file);
    if (found === sha256) continue;
    throw new Fault({ where: file, expected: `the file that the run wrote, sha256 ${sha256}`, got: `sha256 ${found}` });
  }
}

/**
 * The rows of one CSV of a run folder, one at a time. Throws a Fault that names file, row and column, also when a column
 * of this version is missing.
 *
 * @param wanted tells by its cells whether a row is made at all
 */
export async function* readRows<Row extends object>(
  folder: string,
  name: string,
  columns: Columns<Row>,
  wanted: (cell: (column: keyof Row) => string) => boolean = () => true,
): AsyncGenerator<Row> {
  const file = join(folder, name);
  if (!existsSync(file)) throw new Fault({ where: file, expected: "a file of the run", got: "none" });
  const entries: readonly [string, Column][] = Object.entries(columns);
  let places: ReadonlyMap<string, number> | null = null;
  let line = 0;
  try {
    for await (const cells of parseFile(file, { headers: false }) as AsyncIterable<readonly string[]>) {
      line += 1;
      if (places === null) {
        places = placesOf(file, cells, entries);
        continue;
      }
      const where: ReadonlyMap<string, number> = places;
      const cell = (column: string): string => cells[where.get(column) as number] ?? "";
      if (!wanted((column) => String(cellValue(String(column), columns[column], cell(String(column)))))) continue;
      yield Object.fromEntries(entries.map(([key, column]) => [key, cellValue(key, column, cell(key))])) as Row;
    }
  } catch (error) {
    if (error instanceof Fault) throw error;
    const got = error instanceof Error ? error.message : String(error);
    throw new Fault({ where: `${file}: row ${line}`, expected: "a row this tool wrote", got });
  }
}

function placesOf(
  file: string,
  header: readonly string[],
  entries: readonly [string, Column][],
): ReadonlyMap<string, number> {
  const places = new Map(header.map((name, place) => [name, place]));
  for (const [name] of entries) {
    if (!places.has(name)) throw new Fault({ where: file, expected: `a column ${name}`, got: header.join(",") });
  }
  return places;
}

/** The values of a JSON Lines file of a run folder. */
export function readJsonLines<T>(folder: string, name: string): AsyncGenerator<T> {
  const file = join(folder, name);
  if (!existsSync(file)) throw new Fault({ where: file, expected: "a file of the run", got: "none" });
  return readJournal<T>(file);
}
