import { describe, expect, it } from "vitest";
import { bytesField, numberField, wireFields } from "../../src/policies/graph-wire.js";

function fieldsOf(bytes: Buffer, end = bytes.length) {
  return [...wireFields((start, stop) => bytes.subarray(start, stop), 0, end)];
}

describe("the protobuf wire format", () => {
  it("writes what the format's own documentation shows: field 1 with 150, field 2 with `testing`", () => {
    expect(numberField(1, 150).toString("hex")).toBe("089601");
    expect(bytesField(2, "testing").toString("hex")).toBe("120774657374696e67");
    // A negative int64 is its two's complement in ten bytes.
    expect(numberField(1, -1).toString("hex")).toBe("08ffffffffffffffffff01");
  });

  it("reads back what it writes, large field numbers and 53-bit values included", () => {
    const bytes = Buffer.concat([numberField(300, 2 ** 53 - 1), bytesField(20, "abc")]);
    const [first, second] = fieldsOf(bytes);
    expect(first).toMatchObject({ number: 300, value: 2 ** 53 - 1 });
    expect(second).toMatchObject({ number: 20, value: 3, start: bytes.length - 3, end: bytes.length });
  });

  it("passes over fixed-size fields", () => {
    // Field 1 as fixed64, field 2 as fixed32.
    const bytes = Buffer.from("09000000000000f03f150000803f", "hex");
    expect(fieldsOf(bytes).map(({ number, start, end }) => [number, end - start])).toEqual([
      [1, 8],
      [2, 4],
    ]);
  });

  it("never reads a payload that nobody asks for", () => {
    const bytes = Buffer.concat([bytesField(1, Buffer.alloc(100_000)), numberField(2, 7)]);
    let read = 0;
    const fields = [
      ...wireFields(
        (start, end) => {
          read += end - start;
          return bytes.subarray(start, end);
        },
        0,
        bytes.length,
      ),
    ];
    expect(fields.map((field) => field.number)).toEqual([1, 2]);
    expect(read).toBeLessThan(50);
  });

  it("throws on a message that is cut short", () => {
    const bytes = bytesField(1, "abcdef");
    expect(() => fieldsOf(bytes.subarray(0, 5))).toThrow(RangeError);
    expect(() => fieldsOf(Buffer.of(0x80))).toThrow(RangeError);
  });
});
