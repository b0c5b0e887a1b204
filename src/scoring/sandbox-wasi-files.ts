import { Fd, File, type Inode, OpenFile, PreopenDirectory, WASI, wasi as wasiCodes } from "@bjorn3/browser_wasi_shim";

/** Where Python finds what it is told, and puts what a function returned. */
export const requestFile = "/run/request";
export const valueFile = "/run/value";
const MOST_ENTRIES = 10_000;
const MOST_NAME = 4096;

/** A program wrote more than it may: its instance ends. */
export class OutputOverflow extends Error {}

class Sink extends Fd {
  readonly #chunks: Uint8Array[] = [];
  readonly #most: number;
  readonly #keepsEnd: boolean;
  #length = 0;

  constructor(most: number, keepsEnd: boolean) {
    super();
    this.#most = most;
    this.#keepsEnd = keepsEnd;
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#chunks).subarray(this.#keepsEnd ? -this.#most : 0);
  }

  override fd_fdstat_get(): { ret: number; fdstat: wasiCodes.Fdstat } {
    const fdstat = new wasiCodes.Fdstat(wasiCodes.FILETYPE_CHARACTER_DEVICE, 0);
    fdstat.fs_rights_base = BigInt(wasiCodes.RIGHTS_FD_WRITE);
    return { ret: 0, fdstat };
  }

  override fd_filestat_get(): { ret: number; filestat: wasiCodes.Filestat } {
    return { ret: 0, filestat: new wasiCodes.Filestat(0n, wasiCodes.FILETYPE_CHARACTER_DEVICE, 0n) };
  }

  override fd_write(data: Uint8Array): { ret: number; nwritten: number } {
    if (data.byteLength === 0) return { ret: 0, nwritten: 0 };
    this.#length += data.byteLength;
    this.#chunks.push(data);
    if (this.#keepsEnd) {
      while (this.#length - (this.#chunks[0]?.byteLength ?? 0) > this.#most) {
        this.#length -= this.#chunks.shift()?.byteLength ?? 0;
      }
    } else if (this.#length > this.#most) throw new OutputOverflow();
    return { ret: 0, nwritten: data.byteLength };
  }
}

export interface WasiLimits {
  readonly outputBytes: number;
  readonly errorBytes: number;
  readonly fileBytes: number;
  readonly folderBytes: number;
}

/**
 * The whole world of one instance: its input, three sinks, an empty folder in memory, a clock, and numbers that only look
 * random. Nothing of the host.
 */
export function closedWorld(args: readonly string[], input: Uint8Array, request: Uint8Array, limits: WasiLimits) {
  const [stdout, stderr] = [new Sink(limits.outputBytes, false), new Sink(limits.errorBytes, true)];
  const value = new File(new Uint8Array());
  const own = new Map<string, Inode>([
    ["request", new File(request, { readonly: true })],
    ["value", value],
  ]);
  const folders = [new PreopenDirectory("/tmp", new Map()), new PreopenDirectory("/run", own)];
  const fds = [new OpenFile(new File(input, { readonly: true })), stdout, stderr, ...folders];
  const world = new WASI([...args], ["PYTHONHASHSEED=0", "PWD=/tmp"], fds, { debug: false });
  return { world, imports: rationed(world, limits), stdout, stderr, value };
}

/** The calls of a world, less what would let an instance fill the host's memory. */
function rationed(world: WASI, { fileBytes, folderBytes }: WasiLimits): Record<string, (...args: never[]) => unknown> {
  const calls = world.wasiImport;
  const { ERRNO_FBIG, ERRNO_NAMETOOLONG, ERRNO_NOSPC, ERRNO_NOTSUP, OFLAGS_CREAT } = wasiCodes;
  let room = folderBytes;
  let entries = MOST_ENTRIES;
  let state = 1;
  const memory = () => new DataView(world.inst.exports.memory.buffer);
  const fileOf = (fd: number): OpenFile | null => {
    const open = world.fds[fd];
    return open instanceof OpenFile ? open : null;
  };
  /** Makes a call that may make a file as large as `end`, and counts by how much it did. */
  const growing = (fd: number, end: number, call: () => unknown): unknown => {
    const open = fileOf(fd);
    if (open === null) return call();
    if (end > fileBytes) return ERRNO_FBIG;
    if (room <= 0) return ERRNO_NOSPC;
    const before = open.file.data.byteLength;
    const result = call();
    room -= Math.max(0, open.file.data.byteLength - before);
    return result;
  };
  const bytesOf = (vectors: number, count: number): number => {
    let bytes = 0;
    for (let i = 0; i < count; i += 1) bytes += memory().getUint32(vectors + 8 * i + 4, true);
    return bytes;
  };
  const named = (length: number, isNew: boolean, call: () => unknown): unknown => {
    if (length > MOST_NAME) return ERRNO_NAMETOOLONG;
    if (isNew) entries -= 1;
    return entries < 0 ? ERRNO_NOSPC : call();
  };
  return {
    ...calls,
    fd_write: (fd: number, vectors: number, count: number, written: number) =>
      growing(fd, Number(fileOf(fd)?.file_pos ?? 0n) + bytesOf(vectors, count), () =>
        calls["fd_write"]?.(fd, vectors, count, written),
      ),
    fd_pwrite: (fd: number, vectors: number, count: number, offset: bigint, written: number) =>
      growing(fd, Number(offset) + bytesOf(vectors, count), () =>
        calls["fd_pwrite"]?.(fd, vectors, count, offset, written),
      ),
    fd_seek: (fd: number, offset: bigint, whence: number, result: number) =>
      offset <= BigInt(fileBytes) ? calls["fd_seek"]?.(fd, offset, whence, result) : ERRNO_FBIG,
    fd_allocate: () => ERRNO_NOTSUP,
    fd_filestat_set_size: (fd: number, size: bigint) =>
      growing(fd, Number(size), () => calls["fd_filestat_set_size"]?.(fd, size)),
    path_open: (fd: number, flags: number, path: number, length: number, opening: number, ...rest: unknown[]) =>
      named(length, (opening & OFLAGS_CREAT) !== 0, () =>
        calls["path_open"]?.(fd, flags, path, length, opening, ...rest),
      ),
    path_create_directory: (fd: number, path: number, length: number) =>
      named(length, true, () => calls["path_create_directory"]?.(fd, path, length)),
    path_rename: (fd: number, from: number, fromLength: number, to: number, path: number, length: number) =>
      named(length, false, () => calls["path_rename"]?.(fd, from, fromLength, to, path, length)),
    path_symlink: () => ERRNO_NOTSUP,
    path_link: () => ERRNO_NOTSUP,
    random_get: (from: number, length: number) => {
      const view = memory();
      for (let i = 0; i < length; i += 1) {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        view.setUint8(from + i, state >>> 24);
      }
      return 0;
    },
  };
}
