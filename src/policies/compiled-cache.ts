import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

/** Raised whenever the compiler writes other graphs than before. */
const COMPILER = "5";

/** Where compiled graphs are kept: `matched-state` in XDG_CACHE_HOME, or in ~/.cache. */
export function defaultCacheFolder(environment: NodeJS.ProcessEnv): string {
  const stated = environment["XDG_CACHE_HOME"];
  return join(stated === undefined || stated === "" ? join(homedir(), ".cache") : stated, "matched-state");
}

/** Hash of a graph's own bytes, weights aside: models that differ in their weights alone share their programs. */
export function programKey(program: string, parts: readonly Uint8Array[]): string {
  const hash = createHash("sha256").update(`${COMPILER}\n${program}\n`);
  for (const part of parts) hash.update(`${part.length}\n`).update(part);
  return hash.digest("hex");
}

const DIGEST_BYTES = 32;

function digestOf(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}

/** What `work` gives; null where the system does not let it. */
function ifAllowed<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return null;
  }
}

/** A kept program, which lies behind its digest; null where there is none, or it is not as it was written. */
function readKept(file: string): Uint8Array | null {
  if (!existsSync(file)) return null;
  const kept = readFileSync(file);
  const bytes = kept.subarray(DIGEST_BYTES);
  return digestOf(bytes).equals(kept.subarray(0, DIGEST_BYTES)) ? bytes : null;
}

/**
 * The program of this key: from `folder`, else built and kept there. A folder that cannot be read or written is no
 * hindrance, and a file that was damaged is written again.
 */
export function cachedProgram(folder: string | null, key: string, build: () => Uint8Array): Uint8Array {
  if (folder === null) return build();
  const file = join(folder, `${key}.program`);
  const kept = ifAllowed(() => readKept(file));
  if (kept !== null) return kept;
  const bytes = build();
  ifAllowed(() => {
    // Not recursive: Node never comes back from that where the system makes no folders, as in /proc.
    for (const each of [dirname(folder), folder]) if (!existsSync(each)) mkdirSync(each);
    const aside = join(folder, `.${key}.${randomUUID()}`);
    writeFileSync(aside, Buffer.concat([digestOf(bytes), bytes]));
    renameSync(aside, file);
  });
  return bytes;
}
