import { expect, it } from "vitest";
import { intervalSentence } from "../../src/page/interval-sentence.js";
import { sampleSummary } from "./sample-summary.js";

const rows = sampleSummary(["matched"], ["rl"]);

it("names what the intervals are clustered by and how they were made", () => {
  expect(intervalSentence("Whiskers", rows)).toBe(
    "Whiskers are 95 % intervals, from standard errors clustered by trajectory (CR1, t).",
  );
  const byInstance = rows.map((row) => ({ ...row, method: row.metric === "win_share" ? "wilson" : "cr1-t-instance" }));
  expect(intervalSentence("Bands", byInstance)).toBe(
    "Bands are 95 % intervals, from standard errors clustered by instance (CR1, t); Wilson's where a share is 0 or 1.",
  );
});

it("goes by rows that have an interval", () => {
  const without = rows.map((row) => ({ ...row, method: "wilson", ci_low: null, ci_high: null }));
  expect(intervalSentence("Whiskers", without)).not.toContain("Wilson");
});
