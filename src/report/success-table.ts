import { clusterSums } from "../stats/cluster-sums.js";
import { clusteredMean } from "../stats/clustered-mean.js";
import { share } from "../stats/share.js";
import { NOTHING, percent, points } from "./number-text.js";
import { grid } from "./text-layout.js";

/** One finished live game. */
export interface Played {
  readonly trajectoryId: string;
  readonly policy: string;
  readonly instanceId: string;
  readonly episode: number;
  readonly success: boolean;
}

function interval(low: number | null, high: number | null, print: (value: number) => string): string {
  return low === null || high === null ? NOTHING : `[${print(low)}, ${print(high)}]`;
}

/**
 * Success of live games, a line a policy, the difference to the first one paired by instance and episode. Intervals
 * (95 %) are clustered by instance. Ends in a newline.
 */
export function successTable(played: readonly Played[], policies: readonly string[]): string {
  const gameOf = ({ instanceId, episode }: Played): string => JSON.stringify([instanceId, episode]);
  const first = new Map(played.filter((game) => game.policy === policies[0]).map((game) => [gameOf(game), game]));
  const body = policies.map((policy, place) => {
    const own = clusterSums();
    const paired = clusterSums();
    for (const game of played.filter((one) => one.policy === policy)) {
      own.add(game.instanceId, Number(game.success));
      const rival = first.get(gameOf(game));
      if (rival !== undefined) paired.add(game.instanceId, Number(game.success) - Number(rival.success));
    }
    const success = share(own);
    const gain = place === 0 ? null : clusteredMean(paired);
    return [
      policy,
      String(success.observations),
      success.estimate === null ? NOTHING : percent(success.estimate),
      interval(success.low, success.high, percent),
      gain?.estimate == null ? "" : points(gain.estimate),
      gain === null ? "" : interval(gain.low, gain.high, points),
    ];
  });
  const head = ["policy", "games", "success %", "95 % interval", `points over ${policies[0] ?? ""}`, "95 % interval"];
  const columns = policies.length > 1 ? head.length : head.length - 2;
  const shown = [head, ...body].map((line) => line.slice(0, columns));
  return `${grid(shown[0] as string[], shown.slice(1), 1).join("\n")}\n`;
}
