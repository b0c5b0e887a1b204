import { type PassedOver, passedOverReasons } from "../injection/inject-error.js";
import { percent } from "../report/number-text.js";
import type { ClusterKind } from "../report/summary.js";
import type { WrittenRun } from "./write-run.js";

/** What a run counted. */
export type RunCounts = Pick<WrittenRun, "counts" | "passedOver" | "outcomes">;

/** What a reader of the numbers must know of the run: what has no error state or score, what the intervals do not know. */
export function runNotices({ counts, passedOver, outcomes }: RunCounts, cluster: ClusterKind): readonly string[] {
  const { trajectories, instances, unscored } = counts;
  const skipped = Object.entries(passedOver).map(([reason, count]) => {
    const states = count === 1 ? "1 saved state has" : `${count} saved states have`;
    return `${states} no error state: ${passedOverReasons[reason as PassedOver]}.`;
  });
  const draws = unscored === 1 ? "1 draw has" : `${unscored} draws have`;
  const failed = `${draws} no score, because the scorer failed: samples.csv says why; their states have no outcome.`;
  const shared = `${trajectories} trajectories share ${instances} instances, and the intervals do not know it: see --cluster instance.`;
  const ended = Object.entries(outcomes).map(
    ([policy, { trajectories: all, successes }]) => `${policy} ${percent(successes / all)} % of ${all}`,
  );
  return [
    ...(ended.length === 0 ? [] : [`Saved trajectories that succeed: ${ended.join(", ")}.`]),
    ...skipped,
    ...(unscored > 0 ? [failed] : []),
    ...(instances < trajectories && cluster === "trajectory" ? [shared] : []),
  ];
}
