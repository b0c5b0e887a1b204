import { closeSync, createReadStream, existsSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { Fault } from "../core/fault.js";
import { readLines } from "../states/read-lines.js";
import { systemFault } from "./system-fault.js";

/** Finished work, one JSON value a line, in order. A line counts once its newline is on file. */
export interface Journal {
  /** Values found when it was opened. */
  readonly found: number;
  append(value: unknown): void;
  close(): void;
}

function parseLine(file: string, line: number, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const got = error instanceof Error ? error.message : String(error);
    throw new Fault({ where: `${file}:${line}`, expected: "a line this tool wrote", got });
  }
}

/** Byte length of the part that ends in a newline, and its number of lines; `visit` sees each value. */
async function completePart(file: string, visit: (value: unknown) => void): Promise<{ bytes: number; lines: number }> {
  let bytes = 0;
  let lines = 0;
  let tail: Buffer[] = [];
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      const line = Buffer.concat([...tail, chunk.subarray(start, end)]);
      lines += 1;
      visit(parseLine(file, lines, line.toString("utf8")));
      bytes += line.length + 1;
      tail = [];
      start = end + 1;
    }
    tail.push(chunk.subarray(start));
  }
  return { bytes, lines };
}

/**
 * Opens a journal for appending; a last line that was cut short is dropped. Throws a Fault when the disk refuses.
 *
 * @param visit sees each value that is already there
 */
export async function openJournal(file: string, visit: (value: unknown) => void = () => {}): Promise<Journal> {
  const { bytes, lines } = existsSync(file) ? await completePart(file, visit) : { bytes: 0, lines: 0 };
  let size = bytes;
  const handle = guarded(() => openSync(file, existsSync(file) ? "r+" : "w"));
  guarded(() => ftruncateSync(handle, size));

  function guarded<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      throw systemFault(file, "a file that can be written", error);
    }
  }

  return {
    found: lines,
    append(value) {
      const line = Buffer.from(`${JSON.stringify(value)}\n`);
      guarded(() => {
        for (let done = 0; done < line.length; ) done += writeSync(handle, line, done, line.length - done, size + done);
      });
      size += line.length;
    },
    close: () => closeSync(handle),
  };
}

/** The values of a finished journal, one at a time: no further line is read before the last was used. */
export async function* readJournal<T>(file: string): AsyncGenerator<T> {
  for await (const { bytes } of readLines(file)) {
    if (bytes.length > 0) yield JSON.parse(bytes.toString("utf8")) as T;
  }
}
