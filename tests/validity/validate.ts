import { afterAll, describe, expect, it } from "vitest";
import { bootstrapVerdicts, coverageVerdicts, degenerateVerdicts, intraclassVerdicts } from "./coverage.js";
import { isGood, type Verdict, verdictTable } from "./verdicts.js";

const found: Verdict[] = [];

function judge(verdicts: readonly Verdict[]): void {
  found.push(...verdicts);
  process.stderr.write(`${verdicts.length} figures of ${verdicts[0]?.what}, …\n`);
  expect(verdicts.filter((verdict) => !isGood(verdict))).toEqual([]);
}

afterAll(() => {
  process.stdout.write(`${verdictTable(found)}\n`);
});

describe("on simulated policies with known truth", () => {
  it("states of one trajectory are alike", () => judge(intraclassVerdicts()));
  it("default intervals cover", () => judge(coverageVerdicts({})));
  it("bootstrap intervals cover", () => judge(bootstrapVerdicts({})));
  it("Wilson stands in", () => judge(degenerateVerdicts([0, 0.025])));
});
