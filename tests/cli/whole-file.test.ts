import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { openWhole, writeWholeText } from "../../src/cli/whole-file.js";
import { scratchFolder } from "./run-cli.js";

describe("a whole file", () => {
  it("is not there until it is published, then whole, with its rows, bytes and hash", async () => {
    const folder = scratchFolder();
    const path = join(folder, "a.txt");
    const file = openWhole<string>(path, new PassThrough());
    const lines = Array.from({ length: 50_000 }, (_, index) => `line ${index}\n`);
    for (const line of lines) await file.write(line);
    const written = await file.finish();
    expect(existsSync(path)).toBe(false);
    file.publish();
    const text = lines.join("");
    expect(readFileSync(path, "utf8")).toBe(text);
    const sha256 = createHash("sha256").update(text).digest("hex");
    expect(written).toEqual({ name: "a.txt", rows: 50_000, bytes: text.length, sha256 });
    expect(readdirSync(folder)).toEqual(["a.txt"]);
  });

  it("leaves nothing behind when it is discarded", async () => {
    const folder = scratchFolder();
    const file = openWhole<string>(join(folder, "a.txt"), new PassThrough());
    await file.write("half");
    await file.discard();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("names the file when the disk refuses it", async () => {
    const file = openWhole<string>(join(scratchFolder(), "none", "a.txt"), new PassThrough());
    await expect(file.finish()).rejects.toThrow(/none\/a\.txt: expected a file that can be written, got ENOENT/);
    expect(() => writeWholeText("/dev/null/a", "")).toThrow(
      /^\/dev\/null\/a: expected a file that can be written, got ENOTDIR/,
    );
  });
});
