import { afterAll, describe, expect, it } from "vitest";
import { biasVerdicts } from "./bias.js";
import { bootstrapVerdicts, coverageVerdicts, degenerateVerdicts, intraclassVerdicts } from "./coverage.js";
import { mcnemarVerdicts, peekingVerdict, relabelVerdicts, signFlipVerdicts } from "./false-positives.js";
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

const COVERS = [0.93, 0.965] as const;
/** Below ten trajectories t on C − 1 is too sure where they differ in length. */
const DEFAULT_BANDS = { 5: [0.9, 0.965], 10: COVERS, 20: COVERS, 50: COVERS, 200: COVERS } as const;
/** The bootstrap covers too little with few trajectories; it is held to what it is known to do. */
const BOOTSTRAP_BANDS = {
  5: [0.8, 0.9],
  10: [0.86, 0.94],
  20: [0.91, 0.965],
  50: [0.92, 0.965],
  200: COVERS,
} as const;
const FALSE_POSITIVES = [0, 0.06] as const;

describe("on simulated policies with known truth", () => {
  it("states of one trajectory are alike", () => judge(intraclassVerdicts()));
  it("default intervals cover", () => judge(coverageVerdicts(DEFAULT_BANDS)));
  it("bootstrap intervals cover", () => judge(bootstrapVerdicts(BOOTSTRAP_BANDS)));
  it("Wilson's interval of a share of 0 or 1 misses rarely", () => judge(degenerateVerdicts([0, 0.025])));
  it("estimates that do not depend on K are unbiased", () => judge(biasVerdicts([1, 2, 4, 16, 64])));
  it("sign flips find nothing where nothing is", () => judge(signFlipVerdicts(FALSE_POSITIVES)));
  it("relabelling finds nothing where nothing is", () => judge(relabelVerdicts(FALSE_POSITIVES)));
  it("McNemar's test finds nothing where nothing is", () => judge(mcnemarVerdicts(FALSE_POSITIVES)));
  it("looking again and again finds something", () => judge([peekingVerdict([0.196, 0.212])]));
});
