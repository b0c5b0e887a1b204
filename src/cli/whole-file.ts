import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { PassThrough, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { systemFault } from "./system-fault.js";

/** What the manifest says of a file. */
export interface WrittenFile {
  readonly name: string;
  /** Things written, not counting a header. */
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** A file that is written aside: it appears whole, by `publish`, or not at all. */
export interface WholeFile<Row> {
  /** Throws a Fault when the disk refuses. */
  write(row: Row): Promise<void>;
  /** Everything is on the disk, still under another name. Throws a Fault when the disk refuses. */
  finish(): Promise<WrittenFile>;
  publish(): void;
  /** Drops what was written. */
  discard(): Promise<void>;
}

function aside(file: string): string {
  return join(dirname(file), `.${basename(file)}.partial`);
}

/** What was written aside is useless now; that it cannot be removed must not hide why it is. */
function dropAside(file: string): void {
  try {
    rmSync(aside(file), { force: true });
  } catch {}
}

function refused(file: string, error: unknown): unknown {
  return systemFault(file, "a file that can be written", error);
}

/** Opens a file whose bytes are what comes out of the stream `through` for the rows put in. */
export function openWhole<Row>(file: string, through: NodeJS.ReadWriteStream): WholeFile<Row> {
  const hash = createHash("sha256");
  let bytes = 0;
  let rows = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const source = new PassThrough({ objectMode: true });
  const written = pipeline([source, through, meter, createWriteStream(aside(file), { flush: true })]).catch((error) => {
    throw refused(file, error);
  });
  // Awaited by `finish`, or by a write that has to wait; until then a failure must not count as unhandled.
  written.catch(() => {});
  return {
    async write(row) {
      rows += 1;
      if (!source.write(row)) await Promise.race([once(source, "drain"), written]);
    },
    async finish() {
      source.end();
      await written;
      return { name: basename(file), rows, bytes, sha256: hash.digest("hex") };
    },
    publish: () => renameSync(aside(file), file),
    async discard() {
      source.destroy();
      await written.catch(() => {});
      dropAside(file);
    },
  };
}

/** Writes a short text so that the file appears whole or not at all. Throws a Fault when the disk refuses. */
export function writeWholeText(file: string, text: string): void {
  try {
    writeFileSync(aside(file), text, { flush: true });
    renameSync(aside(file), file);
  } catch (error) {
    dropAside(file);
    throw refused(file, error);
  }
}
