import type { RawResult } from "./sandbox-contract.js";

const LINE_FEED = 0x0a;
const decoder = new TextDecoder();

/** What a warden wrote about one program: as many results as were finished, and whether it is done with it. */
export interface Records {
  readonly results: readonly RawResult[];
  readonly done: boolean;
}

/** Reads records; anything else, or half a record, ends the reading. */
export function readRecords(bytes: Uint8Array): Records {
  const results: RawResult[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf(LINE_FEED, at);
    const [outcome, ...words] = decoder.decode(bytes.subarray(at, Math.max(at, end))).split(" ");
    if (outcome === "done") return { results, done: true };
    const [code = 0, ...lengths] = words.map(Number);
    const parts: Uint8Array[] = [];
    at = end + 1;
    for (const length of lengths) {
      parts.push(bytes.subarray(at, at + length));
      at += length;
    }
    const [stdout, stderr, value] = parts;
    if (end === -1 || at > bytes.length || !stdout || !stderr || !value) return { results, done: false };
    if (outcome === "ended") results.push(ended(code, stdout, stderr, value));
    else if (outcome === "timeout" || outcome === "memory" || outcome === "output_limit") {
      results.push({ outcome, stdout, stderr });
    } else return { results, done: false };
  }
}

/** How a program ended by itself. One that dies of a MemoryError ran out of memory: its traceback's last line says so. */
export function ended(code: number, stdout: Uint8Array, stderr: Uint8Array, value: Uint8Array): RawResult {
  const last = code === 0 ? "" : (decoder.decode(stderr).trimEnd().split("\n").at(-1) ?? "");
  if (last.startsWith("MemoryError")) return { outcome: "memory", stdout, stderr };
  return { outcome: "ended", code, stdout, stderr, value };
}
