import { createReadStream, statSync } from "node:fs";
import { Fault } from "../core/fault.js";

const LINE_FEED = 0x0a;

/** The lines of a file as bytes, numbered from 1, without their line feeds. A last line need not end in one. */
export async function* readLines(file: string): AsyncGenerator<{ readonly line: number; readonly bytes: Buffer }> {
  let line = 1;
  let pieces: Buffer[] = [];
  for await (const chunk of chunksOf(file)) {
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, from)) {
      yield { line, bytes: Buffer.concat([...pieces, chunk.subarray(from, at)]) };
      line += 1;
      pieces = [];
      from = at + 1;
    }
    pieces.push(chunk.subarray(from));
  }
  yield { line, bytes: Buffer.concat(pieces) };
}

async function* chunksOf(file: string): AsyncGenerator<Buffer> {
  try {
    const kind = statSync(file);
    if (!kind.isFile() && !kind.isDirectory()) {
      throw new Fault({
        where: file,
        expected: "a regular file, since it is read more than once",
        got: "a pipe or device",
      });
    }
    yield* createReadStream(file);
  } catch (error) {
    throw unreadable(file, error);
  }
}

function unreadable(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const kinds = new Map<unknown, string>([
    ["ENOENT", "no such file"],
    ["EISDIR", "a folder"],
    ["EACCES", "a file that may not be read"],
  ]);
  return new Fault({ where: file, expected: "a trajectory file", got: kinds.get(error.code) ?? error.message });
}
