import { difference, estimateText, plain, withInterval } from "./number-text.js";
import type { RowGroup } from "./row-index.js";
import { grid, shorten } from "./text-layout.js";

/** NLL of saved actions by who produced and who scores them; nothing when the group holds none. */
export function nllLines(group: RowGroup): readonly string[] {
  const body = group.slices.flatMap((slice) => {
    const perToken = group.find(slice, "nll_per_token");
    const perAction = group.find(slice, "nll_nats");
    if (perToken === undefined && perAction === undefined) return [];
    return [
      [
        partOf(slice, "source"),
        partOf(slice, "scored_by"),
        String((perToken ?? perAction)?.states),
        withInterval(perToken, plain),
        withInterval(perAction, plain),
      ],
    ];
  });
  const head = ["actions of", "scored by", "actions", "NLL per token, nats", "NLL per action, nats"];
  return body.length === 0 ? [] : grid(head, body, 2);
}

/** Parts of a trajectory after which its log ratio is shown. */
const PROGRESS = [0.25, 0.5, 0.75];

/** Log ratio of whole trajectories by outcome, and after parts of their turns; nothing when the group holds none. */
export function logRatioLines(group: RowGroup): readonly string[] {
  const body = group.slices.flatMap((slice) => {
    const whole = group.find(slice, "log_ratio");
    if (whole === undefined) return [];
    const soFar = PROGRESS.map((progress) => group.find(`${slice},progress=${progress}`, "cumulative_log_ratio"));
    return [
      [
        partOf(slice, "source"),
        partOf(slice, "success") === "true" ? "yes" : "no",
        String(whole.states),
        withInterval(whole, difference),
        ...soFar.map((row) => estimateText(row, difference)),
      ],
    ];
  });
  const head = ["trajectories of", "success", "number", "log ratio, nats", "after 25 %", "50 %", "75 %"];
  return body.length === 0 ? [] : grid(head, body, 2);
}

function partOf(slice: string, key: string): string {
  const part = slice.split(",").find((one) => one.startsWith(`${key}=`));
  return shorten(part?.slice(key.length + 1) ?? "");
}
