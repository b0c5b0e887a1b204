import { mkdtempSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cachedProgram } from "../../src/policies/compiled-cache.js";

const program = new TextEncoder().encode("a compiled graph");

describe("a kept program", () => {
  const folder = join(mkdtempSync(join(tmpdir(), "programs-")), "cache");
  let built = 0;
  const get = (): string => {
    const bytes = cachedProgram(folder, "key", () => {
      built += 1;
      return program;
    });
    return new TextDecoder().decode(bytes);
  };

  it("is built once, and nothing lies beside it", () => {
    expect([get(), get(), built]).toEqual(["a compiled graph", "a compiled graph", 1]);
    expect(readdirSync(folder)).toEqual(["key.program"]);
  });

  it.each([
    ["cut short", (file: string) => truncateSync(file, 40)],
    ["empty", (file: string) => truncateSync(file, 0)],
    [
      "changed in one byte",
      (file: string) => {
        const bytes = readFileSync(file);
        bytes[bytes.length - 1] = (bytes[bytes.length - 1] as number) ^ 1;
        writeFileSync(file, bytes);
      },
    ],
  ])("that is %s is built again, and then right", (_, damage) => {
    damage(join(folder, "key.program"));
    const before = built;
    expect([get(), get(), built - before]).toEqual(["a compiled graph", "a compiled graph", 1]);
  });

  it("is built where no folder can be made", () => {
    expect(cachedProgram("/dev/null/cache", "key", () => program)).toEqual(program);
  });
});
