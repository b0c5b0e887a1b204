import { describe, expect, it } from "vitest";
import { runNotices } from "../../src/cli/run-notices.js";

const counts = { trajectories: 4, instances: 4, states: 9, error_states: 7, unscored: 0 };
const outcomes = { base: { trajectories: 4, successes: 1 } };

describe("what a reader must know of a run", () => {
  it("is how the saved trajectories ended", () => {
    expect(runNotices({ counts, passedOver: {}, outcomes }, "trajectory")).toEqual([
      "Saved trajectories that succeed: base 25.0 % of 4.",
    ]);
  });

  it("is that trajectories share instances, unless intervals know it", () => {
    const shared = { counts: { ...counts, instances: 2 }, passedOver: {}, outcomes: {} };
    expect(runNotices(shared, "trajectory")).toEqual([
      "4 trajectories share 2 instances, and the intervals do not know it: see --cluster instance.",
    ]);
    expect(runNotices(shared, "instance")).toEqual([]);
  });

  it("is what has no error state or score, in the right number", () => {
    const some = { counts: { ...counts, unscored: 1 }, passedOver: { ended: 1, too_long: 2 }, outcomes: {} };
    const [ended, long, unscored] = runNotices(some, "trajectory");
    expect(ended).toMatch(/^1 saved state has no error state: /);
    expect(long).toMatch(/^2 saved states have no error state: /);
    expect(unscored).toMatch(/^1 draw has no score/);
  });
});
