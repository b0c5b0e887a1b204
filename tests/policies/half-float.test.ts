import { expect, it } from "vitest";
import { halfToFloat } from "../../src/policies/half-float.js";

it("reads normal, subnormal, zero, infinite and NaN half floats exactly", () => {
  // IEEE 754: 1, −2, largest, smallest normal, smallest subnormal, −0, ∞, NaN
  const halves = Uint16Array.of(0x3c00, 0xc000, 0x7bff, 0x0400, 0x0001, 0x8000, 0x7c00, 0x7e00);
  expect([...halfToFloat(halves)]).toEqual([1, -2, 65504, 2 ** -14, 2 ** -24, -0, Infinity, NaN]);
});
