import { Fd, File, type Inode, OpenFile, PreopenDirectory, WASI, wasi as wasiCodes } from "@bjorn3/browser_wasi_shim";

/** Where Python finds what it is told, and puts what a function returned. */
export const requestFile = "/run/request";
export const valueFile = "/run/value";
const MOST_ENTRIES = 10_000;

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
  const { ERRNO_FBIG, ERRNO_NOSPC, ERRNO_NOTSUP } = wasiCodes;
  let room = folderBytes;
  let entries = MOST_ENTRIES;
  let state = 1;
  const memory = () => new DataView(world.inst.exports.memory.buffer);
  const paidFor = (fd: number, vectors: number, count: number): boolean => {
    if (fd !== 1 && fd !== 2) {
      for (let i = 0; i < count; i += 1) room -= memory().getUint32(vectors + 8 * i + 4, true);
    }
    return room >= 0;
  };
  const entry =
    (call: string) =>
    (...args: unknown[]) => {
      entries -= 1;
      return entries < 0 ? ERRNO_NOSPC : calls[call]?.(...args);
    };
  return {
    ...calls,
    fd_write: (fd: number, vectors: number, count: number, written: number) =>
      paidFor(fd, vectors, count) ? calls["fd_write"]?.(fd, vectors, count, written) : ERRNO_NOSPC,
    fd_pwrite: (fd: number, vectors: number, count: number, offset: bigint, written: number) =>
      offset < BigInt(fileBytes) && paidFor(fd, vectors, count)
        ? calls["fd_pwrite"]?.(fd, vectors, count, offset, written)
        : ERRNO_FBIG,
    fd_seek: (fd: number, offset: bigint, whence: number, result: number) =>
      offset <= BigInt(fileBytes) ? calls["fd_seek"]?.(fd, offset, whence, result) : ERRNO_FBIG,
    fd_allocate: () => ERRNO_NOTSUP,
    fd_filestat_set_size: (fd: number, size: bigint) =>
      size <= BigInt(fileBytes) ? calls["fd_filestat_set_size"]?.(fd, size) : ERRNO_FBIG,
    path_open: entry("path_open"),
    path_create_directory: entry("path_create_directory"),
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
