import { describe, expect, it } from "vitest";
import { actionCell } from "../../src/report/action-cell.js";

describe("an action", () => {
  it("of up to 200 characters stands in its cell", () => {
    expect(actionCell("x".repeat(200))).toEqual({ cell: "x".repeat(200), aside: false });
  });

  it("that is longer, or has a line break, is replaced by its hash", () => {
    // printf 'a\nb' | sha256sum; python: hashlib.sha256(b"x" * 201).hexdigest()[:16]
    expect(actionCell("a\nb")).toEqual({ cell: "7e18f737311b2dc3", aside: true });
    expect(actionCell("x".repeat(201))).toEqual({ cell: "84a0678c90937f5d", aside: true });
    expect(actionCell("a\rb").aside).toBe(true);
    expect(actionCell("a\0b").aside).toBe(true);
  });
});
