import { describe, expect, it } from "vitest";
import { mersenneTwister } from "../../src/stats/mersenne-twister.js";

describe("the Mersenne Twister", () => {
  it("gives the words of numpy's RandomState(1234) (facts 3)", () => {
    const { word } = mersenneTwister(1234);
    expect([word(), word(), word()]).toEqual([822569775, 2137449171, 2671936806]);
  });

  it("gives the uniforms of numpy's RandomState(1234), bit for bit", () => {
    const { uniform } = mersenneTwister(1234);
    expect([uniform(), uniform(), uniform()]).toEqual([0.1915194503788923, 0.6221087710398319, 0.4377277390071145]);
  });

  // numpy 2.4.6: RandomState(0).randint(0, 2**32, size=1300, dtype=uint32)[[0, 623, 624, 1299]]
  it("goes on as numpy does beyond its 624 words of state", () => {
    const { word } = mersenneTwister(0);
    const words = Array.from({ length: 1300 }, word);
    expect([0, 623, 624, 1299].map((at) => words[at])).toEqual([2357136044, 3791854820, 341544762, 387547707]);
  });

  it("takes the largest seed", () => {
    const { word } = mersenneTwister(2 ** 32 - 1);
    expect([word(), word()]).toEqual([419326371, 479346978]);
  });

  it("spends two words on a uniform: 27 bits of the first above 26 of the second", () => {
    const words = mersenneTwister(99);
    const upper = Math.floor(words.word() / 2 ** 5);
    const lower = Math.floor(words.word() / 2 ** 6);
    expect(mersenneTwister(99).uniform()).toBe((upper * 2 ** 26 + lower) / 2 ** 53);
  });

  it.each([-1, 2 ** 32, 0.5, Number.NaN])("refuses the seed %s", (seed) => {
    expect(() => mersenneTwister(seed)).toThrow(`seed: expected an integer from 0 to 4294967295, got ${seed}`);
  });
});
