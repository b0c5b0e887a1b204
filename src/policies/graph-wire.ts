import { readSync } from "node:fs";

/** How a field of a protobuf message is laid out. */
const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

/** One field of a message. `start` and `end` bound its payload, in bytes from the beginning of the source. */
export interface WireField {
  readonly number: number;
  /** Of a varint, exact up to 2⁵³; of any other layout, the length of the payload. */
  readonly value: number;
  readonly start: number;
  readonly end: number;
  /** Where the field itself begins: its tag. */
  readonly from: number;
  /** It is a number by itself, and no list of them or message. */
  readonly isNumber: boolean;
}

/** Bytes that are read where they are needed; what nobody asks for is never read. */
export type WireSource = (start: number, end: number) => Buffer;

const WINDOW = 2 ** 16;

/** The bytes of an open file, by positions in it. */
export function fileSource(descriptor: number): WireSource {
  let window: Buffer = Buffer.alloc(0);
  let offset = 0;
  const load = (start: number, length: number): Buffer => {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, length, start));
  };
  return (start, end) => {
    if (end - start > WINDOW) return load(start, end - start);
    if (start < offset || end > offset + window.length) {
      window = load(start, WINDOW);
      offset = start;
    }
    return window.subarray(start - offset, end - offset);
  };
}

function readVarint(bytes: Buffer, at: number): { readonly value: number; readonly next: number } {
  let value = 0;
  let scale = 1;
  for (let next = at; ; next += 1) {
    const byte = bytes[next];
    if (byte === undefined) throw new RangeError("a protobuf number ends too early");
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return { value, next: next + 1 };
    scale *= 128;
  }
}

/** A tag and a length are at most this long. */
const LONGEST_HEAD = 20;

/** The fields of the message between `start` and `end`, in their order. Throws a RangeError on a broken message. */
export function* wireFields(source: WireSource, start: number, end: number): Generator<WireField> {
  let from = start;
  while (from < end) {
    const head = source(from, Math.min(end, from + LONGEST_HEAD));
    const tag = readVarint(head, 0);
    const layout = tag.value % 8;
    const fixed = layout === FIXED64 ? 8 : layout === FIXED32 ? 4 : null;
    if (fixed === null && layout !== VARINT && layout !== BYTES) throw new RangeError(`protobuf layout ${layout}`);
    const { value, next } = fixed === null ? readVarint(head, tag.next) : { value: fixed, next: tag.next };
    const payload = from + next;
    const stop = layout === VARINT ? payload : payload + value;
    if (stop > end) throw new RangeError("a protobuf field is longer than its message");
    yield { number: Math.floor(tag.value / 8), value, start: payload, end: stop, from, isNumber: layout === VARINT };
    from = stop;
  }
}

/** Numbers of a field that may hold one, or several side by side. */
export function numbersOf(source: WireSource, field: WireField): readonly number[] {
  if (field.isNumber) return [field.value];
  const bytes = source(field.start, field.end);
  const numbers: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const { value, next } = readVarint(bytes, at);
    numbers.push(value);
    at = next;
  }
  return numbers;
}

function varint(value: number | bigint): Buffer {
  let rest = BigInt.asUintN(64, BigInt(value));
  const bytes: number[] = [];
  while (rest >= 0x80n) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}

export function numberField(number: number, value: number | bigint): Buffer {
  return Buffer.concat([varint(number * 8 + VARINT), varint(value)]);
}

/** A text, or a message that is already written. */
export function bytesField(number: number, value: string | Uint8Array): Buffer {
  const payload = typeof value === "string" ? Buffer.from(value) : value;
  return Buffer.concat([varint(number * 8 + BYTES), varint(payload.length), payload]);
}
