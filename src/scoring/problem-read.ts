import { createReadStream } from "node:fs";
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { Fault } from "../core/fault.js";
import { parseJsonExactly } from "./problem-json.js";
import { problemOf } from "./problem-row.js";
import type { Problem } from "./problem-shape.js";

/** What a row holds: a problem that passed every check, or the first thing wrong with it. */
export type ReadProblem =
  | { readonly where: string; readonly problem: Problem }
  | { readonly where: string; readonly fault: Fault };

/** A row, not yet checked. Rows and lines count from 1. */
interface Row {
  /** `FILE:LINE`, or `FILE: row N` of a Parquet file. */
  readonly where: string;
  read(): unknown;
}

/**
 * Reads problems one by one, from JSON Lines, or from Parquet when the name ends in `.parquet`. A bad row is yielded as a
 * fault, an id that came before as well. Throws a Fault when the file cannot be read or holds no row.
 */
export async function* readProblems(file: string): AsyncGenerator<ReadProblem> {
  const places = new Map<string, string>();
  let empty = true;
  for await (const { where, read } of file.endsWith(".parquet") ? parquetRows(file) : jsonRows(file)) {
    empty = false;
    try {
      const problem = problemOf(read(), where);
      const earlier = places.get(problem.instanceId);
      if (earlier !== undefined) {
        const got = `${problem.instanceId}, which ${earlier} has`;
        throw new Fault({ where: `${where}: instance_id`, expected: "an id of its own", got });
      }
      places.set(problem.instanceId, where);
      yield { where, problem };
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      yield { where, fault: error };
    }
  }
  if (empty) throw new Fault({ where: file, expected: "at least one problem", got: "an empty file" });
}

async function* jsonRows(file: string): AsyncGenerator<Row> {
  let line = 0;
  for await (const bytes of lines(file)) {
    line += 1;
    const where = `${file}:${line}`;
    if (bytes.toString("latin1").trim() !== "") yield { where, read: () => parsed(bytes, where) };
  }
}

function parsed(bytes: Buffer, where: string): unknown {
  try {
    return parseJsonExactly(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Fault({ where, expected: "one JSON object in UTF-8", got: `something else (${reason})` });
  }
}

async function* lines(file: string): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      let from = 0;
      for (let at = chunk.indexOf("\n"); at !== -1; at = chunk.indexOf("\n", from)) {
        yield Buffer.concat([...pieces, chunk.subarray(from, at)]);
        pieces = [];
        from = at + 1;
      }
      pieces.push(chunk.subarray(from));
    }
  } catch (error) {
    throw unreadable(file, error);
  }
  yield Buffer.concat(pieces);
}

async function* parquetRows(file: string): AsyncGenerator<Row> {
  try {
    const buffer = await asyncBufferFromFile(file);
    const metadata = await parquetMetadataAsync(buffer);
    let row = 0;
    for (const group of metadata.row_groups) {
      const rowEnd = row + Number(group.num_rows);
      const rows = await parquetReadObjects({ file: buffer, metadata, compressors, rowStart: row, rowEnd });
      for (const value of rows) {
        row += 1;
        yield { where: `${file}: row ${row}`, read: () => plain(value) };
      }
    }
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** Parquet's 64-bit integers come as bigint, whatever their size. */
function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

function unreadable(file: string, error: unknown): unknown {
  if (error instanceof Fault) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new Fault({ where: file, expected: "a file of problems, JSON Lines or .parquet", got: reason });
}
