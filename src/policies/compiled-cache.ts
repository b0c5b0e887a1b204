import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Raised whenever the compiler writes other graphs than before. */
const COMPILER = "1";

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

/**
 * The program of this key: from `folder`, else built and kept there. A folder that cannot be written is no
 * hindrance.
 */
export function cachedProgram(folder: string | null, key: string, build: () => Uint8Array): Uint8Array {
  if (folder === null) return build();
  const file = join(folder, `${key}.onnx`);
  if (existsSync(file)) return readFileSync(file);
  const bytes = build();
  try {
    mkdirSync(folder, { recursive: true });
    const aside = join(folder, `.${key}.${randomUUID()}`);
    writeFileSync(aside, bytes);
    renameSync(aside, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
  }
  return bytes;
}
