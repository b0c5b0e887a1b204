import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { keyedRng } from "../../src/core/rng.js";
import { frozenLake } from "../../src/tasks/frozenlake.js";
import { isHeldOut, isSolvable } from "../../src/tasks/frozenlake-draw.js";

const drawn = Array.from({ length: 200 }, (_, seed) => frozenLake.draw(keyedRng(`${seed}`)));

describe("a drawn FrozenLake map", () => {
  it("is a sound 4x4 instance of success_rate 0.8, named by its hash", () => {
    for (const instance of drawn) {
      const hash = createHash("sha256").update(instance.desc.join("\n")).digest("hex");
      expect(instance.instance_id).toBe(`fl-${hash.slice(0, 12)}`);
      expect(instance.success_rate).toBe(0.8);
      expect(instance.desc.map((row) => row.length)).toStrictEqual([4, 4, 4, 4]);
      expect(frozenLake.checkInstance(instance)).toBeNull();
    }
  });

  it("is held out: the first byte of the hash is below 51", () => {
    for (const { desc } of drawn) expect(createHash("sha256").update(desc.join("\n")).digest()[0]).toBeLessThan(51);
  });

  it("can be won", () => {
    for (const instance of drawn) expect(isSolvable(instance)).toBe(true);
  });

  it("is the same for the same key, and another for another", () => {
    expect(frozenLake.draw(keyedRng("7"))).toStrictEqual(drawn[7]);
    expect(new Set(drawn.map(({ instance_id }) => instance_id)).size).toBeGreaterThan(190);
  });

  it("has about a fifth of holes, somewhat fewer because unwinnable maps are redrawn", () => {
    const holes = drawn.map(({ desc }) => desc.join("").split("H").length - 1).reduce((sum, n) => sum + n, 0);
    // 14 of 16 cells may be holes: 0.2 of them without redrawing; 0.14 leaves room for redrawing, 0.21 for chance.
    expect(holes / (14 * drawn.length)).toBeGreaterThan(0.14);
    expect(holes / (14 * drawn.length)).toBeLessThan(0.21);
  });
});

describe("winnability", () => {
  it.each([
    [["SF", "HG"], true],
    [["SH", "HG"], false],
    [["SHFG", "FHFH", "FFFH"], true],
    [["SHFG", "FHHH", "FFFH"], false],
  ])("of %j is %s: a path without holes, as if there were no slip", (desc, winnable) => {
    expect(isSolvable({ instance_id: "map", desc, success_rate: 0.8 })).toBe(winnable);
  });
});

describe("the split of the maps", () => {
  it("keeps the default map for training", () => {
    // printf 'SFFF\nFHFH\nFFFH\nHFFG' | sha256sum starts with dd, and 0xdd = 221 is not below 51
    expect(isHeldOut(["SFFF", "FHFH", "FFFH", "HFFG"])).toBe(false);
  });
});
