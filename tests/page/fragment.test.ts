import { expect, it } from "vitest";
import { readFragment, stateFragment } from "../../src/page/fragment.js";
import { hostileIds } from "./hostile-data.js";

it.each(hostileIds)("gives back run and state of %j", (id) => {
  const fragment = stateFragment({ run: `run/${id}`, id });
  expect(fragment).toMatch(/^#[\w!'()*%.~-]+\/[\w!'()*%.~-]+$/);
  expect(readFragment(fragment)).toEqual({ run: `run/${id}`, id });
});

it("names no state where there is none, or no well-formed encoding", () => {
  for (const fragment of ["", "#charts", "#a/%E0%A4%A"]) expect(readFragment(fragment)).toBeNull();
});

it("writes half a character as U+FFFD instead of failing", () => {
  expect(stateFragment({ run: "a", id: "\ud800" })).toBe("#a/%EF%BF%BD");
});
