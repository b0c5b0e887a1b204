/** What we use of WebAssembly: Node's types leave it to those of browsers. */
interface WebAssemblyApi {
  compile(bytes: Uint8Array): Promise<WasmModule>;
  instantiate(module: WasmModule, imports: object): Promise<{ readonly exports: WasmProgram }>;
}
declare const moduleBrand: unique symbol;
export interface WasmModule {
  readonly [moduleBrand]: true;
}
export interface WasmProgram {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  _start(): unknown;
}
export const webAssembly = (globalThis as unknown as { readonly WebAssembly: WebAssemblyApi }).WebAssembly;

const HEADER = 8;
const MEMORY_SECTION = 5;
const PAGE_BYTES = 65536;

function readLeb(bytes: Uint8Array, from: number): readonly [value: number, next: number] {
  let value = 0;
  for (let at = from, shift = 0; ; at += 1, shift += 7) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return [value, at + 1];
  }
}

function writeLeb(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value % 0x80) | 0x80, ...writeLeb(Math.floor(value / 0x80))];
}

/** A WebAssembly module whose one memory cannot grow above so many bytes: `memory.grow` fails there, as malloc does. */
export function withMemoryLimit(module: Uint8Array, mostBytes: number): Uint8Array<ArrayBuffer> {
  for (let at = HEADER; at < module.length; ) {
    const [size, body] = readLeb(module, at + 1);
    if (module[at] === MEMORY_SECTION) {
      const [least] = readLeb(module, body + 2);
      const most = Math.max(least, Math.floor(mostBytes / PAGE_BYTES));
      const section = [1, 1, ...writeLeb(least), ...writeLeb(most)];
      const head = [MEMORY_SECTION, ...writeLeb(section.length), ...section];
      return Uint8Array.from(
        Buffer.concat([module.subarray(0, at), Uint8Array.from(head), module.subarray(body + size)]),
      );
    }
    at = body + size;
  }
  throw new Error("the WebAssembly module has no memory of its own");
}
