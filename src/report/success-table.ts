import { clusterSums } from "../stats/cluster-sums.js";
import { clusteredMean } from "../stats/clustered-mean.js";
import { mcnemar } from "../stats/mcnemar.js";
import { share } from "../stats/share.js";
import { signFlipTest } from "../stats/sign-flip.js";
import { NOTHING, percent, points, pValueText } from "./number-text.js";
import { grid } from "./text-layout.js";

/** One finished live game. */
export interface Played {
  readonly trajectoryId: string;
  readonly policy: string;
  readonly instanceId: string;
  readonly episode: number;
  readonly success: boolean;
}

export function intervalText(low: number | null, high: number | null, print: (value: number) => string): string {
  return low === null || high === null ? NOTHING : `[${print(low)}, ${print(high)}]`;
}

/**
 * Success of live games, a line a policy, the difference to the first one paired by instance and episode. Intervals
 * (95 %) are clustered by instance. The test is McNemar's, exact, where no instance was played twice, else sign flips by
 * instance. Ends in a newline.
 *
 * @param seed of the sign flips
 */
export function successTable(played: readonly Played[], policies: readonly string[], seed: number): string {
  const gameOf = ({ instanceId, episode }: Played): string => JSON.stringify([instanceId, episode]);
  const first = new Map(played.filter((game) => game.policy === policies[0]).map((game) => [gameOf(game), game]));
  const isOnce = played.every((game) => game.episode === 0);
  const body = policies.map((policy, place) => {
    const own = clusterSums();
    const paired = clusterSums();
    const alone = { own: 0, rival: 0 };
    for (const game of played.filter((one) => one.policy === policy)) {
      own.add(game.instanceId, Number(game.success));
      const rival = first.get(gameOf(game));
      if (rival === undefined) continue;
      paired.add(game.instanceId, Number(game.success) - Number(rival.success));
      if (game.success !== rival.success) alone[game.success ? "own" : "rival"] += 1;
    }
    const success = share(own);
    const gain = place === 0 ? null : clusteredMean(paired);
    const p = isOnce ? mcnemar(alone.rival, alone.own).exact : signFlipTest(paired.totals(), seed).pValue;
    return [
      policy,
      String(success.observations),
      success.estimate === null ? NOTHING : percent(success.estimate),
      intervalText(success.low, success.high, percent),
      gain?.estimate == null ? "" : points(gain.estimate),
      gain === null ? "" : intervalText(gain.low, gain.high, points),
      gain === null ? "" : p === null ? NOTHING : pValueText(p),
    ];
  });
  const gain = [`points over ${policies[0] ?? ""}`, "95 % interval", isOnce ? "McNemar p" : "sign-flip p"];
  const head = ["policy", "games", "success %", "95 % interval", ...gain];
  const columns = policies.length > 1 ? head.length : head.length - gain.length;
  const shown = [head, ...body].map((line) => line.slice(0, columns));
  return `${grid(shown[0] as string[], shown.slice(1), 1).join("\n")}\n`;
}
