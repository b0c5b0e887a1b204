import { expect, it } from "vitest";
import type { SummaryRow } from "../../src/core/rows.js";
import { headlines } from "../../src/page/headlines.js";
import { pText } from "../../src/page/p-text.js";
import { whereText } from "../../src/page/where-text.js";
import { sampleRun } from "./sample-data.js";

it("puts the same number of all runs and candidates together, in the order of the runs", () => {
  const runs = [
    sampleRun({ name: "two", candidates: ["rl", "rl2"], probes: ["matched"] }),
    sampleRun({ name: "one", probes: ["matched", "recovery"] }),
  ];
  const found = headlines(runs).map(({ run, row, label }) => `${label} ${row.slice} ${run.name} ${row.candidate}`);
  expect(found.slice(0, 7)).toEqual([
    "win share all two rl",
    "win share all two rl2",
    "win share all one rl",
    "placebo win share all two rl",
    "placebo win share all two rl2",
    "placebo win share all one rl",
    "difference all two rl",
  ]);
  // Four numbers at saved states of three comparisons; at parents, error states and in contrast of one.
  expect(found).toHaveLength(4 * 3 + 4 * 3);
  expect(found.at(-1)).toBe("exact difference contrast one rl");
});

it("says in words whose trajectories and actions a number is of", () => {
  expect(whereText("source=base,success=true")).toBe("base's successful trajectories");
  expect(whereText("source=a,b=c,success=false")).toBe("a,b=c's failed trajectories");
  expect(whereText("source=base,scored_by=grpo")).toBe("base's actions by grpo");
  expect(whereText("kind=error")).toBe("after the error");
  expect(whereText("kind=error,turn=3")).toBe("kind error, turn 3");
});

it("prints the smallest p of the relabel test as a bound, and no other", () => {
  const row = (test: string, p_value: number | null): SummaryRow => ({
    ...(sampleRun().summary[0] as SummaryRow),
    test,
    p_value,
  });
  // 2 · 1 / (999 + 1).
  expect(pText(row("relabel", 0.002))).toBe("≤ 0.002");
  expect(pText(row("relabel", 0.004))).toBe("0.004");
  expect(pText(row("sign-flip", 0.002))).toBe("0.002");
  expect(pText(row("sign-flip", 0.0001))).toBe("< 0.001");
  expect(pText(row("relabel", null))).toBe("–");
});
