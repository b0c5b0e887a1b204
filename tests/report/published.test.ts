import { expect, it } from "vitest";
import { publishedValue } from "../../src/report/published.js";

// mission.md, "What the paper reports"
it.each([
  ["deepcoder-mt", "matched", "all", 0.468],
  ["frozenlake", "matched", "all", 0.428],
  ["frozenlake", "recovery", "kind=error", 0.657],
  ["deepcoder-mt", "recovery", "kind=error", 0.673],
])("the paper's win share of %s, %s, %s is %d", (task, probe, slice, value) => {
  expect(publishedValue(task, probe, slice, "win_share")).toBe(value);
});

it("what the paper does not print is null, not zero", () => {
  expect(publishedValue("frozenlake", "matched", "all", "loss_share")).toBeNull();
  expect(publishedValue("frozenlake", "matched", "stage=late", "win_share")).toBeNull();
});
