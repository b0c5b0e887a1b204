import { createHash } from "node:crypto";
import { createWriteStream, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { systemFault } from "./system-fault.js";

/** What the manifest says of a file's bytes. */
export interface WrittenFile {
  readonly bytes: number;
  readonly sha256: string;
}

function aside(file: string): string {
  return join(dirname(file), `.${basename(file)}.partial`);
}

/**
 * Writes what comes through these streams so that the file appears whole or not at all. Throws a Fault when the disk
 * refuses.
 */
export async function writeWhole(
  file: string,
  source: AsyncIterable<unknown>,
  ...through: readonly NodeJS.ReadWriteStream[]
): Promise<WrittenFile> {
  const hash = createHash("sha256");
  let bytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  try {
    await pipeline([Readable.from(source), ...through, meter, createWriteStream(aside(file), { flush: true })]);
    renameSync(aside(file), file);
  } catch (error) {
    rmSync(aside(file), { force: true });
    throw systemFault(file, "a file that can be written", error);
  }
  return { bytes, sha256: hash.digest("hex") };
}

/** The same for a short text. */
export function writeWholeText(file: string, text: string): void {
  try {
    writeFileSync(aside(file), text, { flush: true });
    renameSync(aside(file), file);
  } catch (error) {
    rmSync(aside(file), { force: true });
    throw systemFault(file, "a file that can be written", error);
  }
}
