import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";

const [LOADED_SEGMENT, DYNAMIC_SEGMENT] = [1, 2];
const [NEEDED, STRING_TABLE, STRING_TABLE_SIZE] = [1n, 5n, 10n];

interface Segment {
  readonly type: number;
  readonly offset: number;
  readonly address: bigint;
  readonly size: number;
}

function namesOf(read: (offset: number, size: number) => Buffer): readonly string[] {
  const header = read(0, 64);
  // ELF, 64 bits, little-endian.
  if (header.toString("latin1", 0, 6) !== "\x7fELF\x02\x01") return [];
  const [first, size, count] = [Number(header.readBigUInt64LE(32)), header.readUInt16LE(54), header.readUInt16LE(56)];
  const table = read(first, size * count);
  const segments = Array.from({ length: count }, (_, index): Segment => {
    const entry = table.subarray(index * size);
    return {
      type: entry.readUInt32LE(0),
      offset: Number(entry.readBigUInt64LE(8)),
      address: entry.readBigUInt64LE(16),
      size: Number(entry.readBigUInt64LE(32)),
    };
  });
  const dynamic = segments.find(({ type }) => type === DYNAMIC_SEGMENT);
  if (dynamic === undefined) return [];
  const bytes = read(dynamic.offset, dynamic.size);
  const entries = Array.from({ length: Math.floor(bytes.length / 16) }, (_, index) => ({
    tag: bytes.readBigInt64LE(16 * index),
    value: bytes.readBigUInt64LE(16 * index + 8),
  }));
  const tagged = (wanted: bigint): bigint => entries.find(({ tag }) => tag === wanted)?.value ?? 0n;
  const address = tagged(STRING_TABLE);
  const holder = segments.find(
    (one) => one.type === LOADED_SEGMENT && address >= one.address && address < one.address + BigInt(one.size),
  );
  if (holder === undefined) return [];
  const strings = read(holder.offset + Number(address - holder.address), Number(tagged(STRING_TABLE_SIZE)));
  return entries
    .filter(({ tag }) => tag === NEEDED)
    .map(({ value }) => strings.toString("latin1", Number(value), strings.indexOf(0, Number(value))));
}

/** Names of the shared libraries that a Linux library asks the loader for, in its order; none for another file. */
export function neededLibraries(file: string): readonly string[] {
  const descriptor = openSync(file, "r");
  try {
    return namesOf((offset, size) => {
      const bytes = Buffer.alloc(size);
      return bytes.subarray(0, readSync(descriptor, bytes, 0, size, offset));
    });
  } finally {
    closeSync(descriptor);
  }
}

/** What the system's loader says against a shared library, given by name or path; null when it loads. */
export function loaderFault(library: string): string | null {
  try {
    process.dlopen({ exports: {} }, library, constants.dlopen.RTLD_LAZY);
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // It was loaded, and only then seen to be no addon of Node.
    return message.startsWith("Module did not self-register") ? null : message;
  }
}

/**
 * The libraries that keep the loader from loading `file`: names of those it does not find, what it says against others.
 * They are looked for by the loader's rules, and beside the file.
 */
export function missingLibraries(file: string): readonly string[] {
  const found = neededLibraries(file).flatMap((name) => {
    const beside = join(dirname(file), name);
    const fault = loaderFault(existsSync(beside) ? beside : name);
    return fault === null ? [] : [/^(\S+): cannot open shared object file/.exec(fault)?.[1] ?? fault];
  });
  return [...new Set(found)];
}
