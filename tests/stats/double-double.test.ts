import { expect, it } from "vitest";
import { twoProduct, twoSum } from "../../src/stats/double-double.js";

it("a sum keeps what rounding drops", () => {
  expect(twoSum(1e16, 1)).toEqual({ high: 1e16, low: 1 });
});

it("a product keeps what rounding drops", () => {
  // (2^30 + 1)² = 2^60 + 2^31 + 1 needs 61 bits.
  expect(twoProduct(2 ** 30 + 1, 2 ** 30 + 1)).toEqual({ high: 2 ** 60 + 2 ** 31, low: 1 });
});
