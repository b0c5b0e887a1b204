import { expect, it } from "vitest";
import { differingFacts } from "../../src/page/differing-facts.js";
import { firstClause } from "../../src/page/first-clause.js";
import { shortName } from "../../src/page/short-name.js";
import { sampleRun } from "./sample-data.js";

it("cuts a text at its first semicolon or end of a sentence", () => {
  expect(firstClause("share of tests passed (2.5 s each); run in a sandbox.")).toBe(
    "share of tests passed (2.5 s each)",
  );
  expect(firstClause("the chance. Then more; and more")).toBe("the chance");
  expect(firstClause("no end")).toBe("no end");
  expect(firstClause("")).toBe("");
});

it("keeps both ends of a long name, and a short one as it is", () => {
  expect(shortName("checkpoint-000100", 9)).toBe("chec…0100");
  expect(shortName("checkpoint-000100", 17)).toBe("checkpoint-000100");
  expect(shortName("checkpoint-000100", -3)).toBe("c…0");
  expect(shortName("\u{1f600}\u{1f601}\u{1f602}\u{1f603}", 3)).toBe("\u{1f600}…\u{1f603}");
});

it("finds the facts that set runs apart, those aside that differ in any two", () => {
  const facts = (seed: string, started: string): { name: string; value: string }[] => [
    { name: "started", value: started },
    { name: "seed", value: seed },
    { name: "clusters", value: "trajectory" },
  ];
  const one = { ...sampleRun({ name: "one" }), facts: facts("0", "9 h") };
  const two = { ...sampleRun({ name: "two" }), facts: [...facts("1", "10 h"), { name: "cut", value: "3" }] };
  expect(differingFacts(one, [one, two])).toEqual([{ name: "seed", value: "0" }]);
  expect(differingFacts(two, [one, two])).toEqual([
    { name: "seed", value: "1" },
    { name: "cut", value: "3" },
  ]);
  expect(differingFacts(one, [one])).toEqual([]);
});
