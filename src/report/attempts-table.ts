import { clusterSums } from "../stats/cluster-sums.js";
import { passAtK, passHatK } from "../stats/pass-at-k.js";
import { share } from "../stats/share.js";
import { NOTHING, percent } from "./number-text.js";
import { intervalText, type Played } from "./success-table.js";
import { grid } from "./text-layout.js";

/**
 * What several games of an instance give: pass@k, the chance that one of k succeeds, and pass^k, that all of k do, for k =
 * 2, 4, … up to the games of an instance; means over instances with 95 % intervals over them. Empty where every instance
 * was played once; else it ends in a newline.
 */
export function attemptsTable(played: readonly Played[], policies: readonly string[]): string {
  const body = policies.flatMap((policy) => {
    const attempts = new Map<string, boolean[]>();
    for (const { instanceId, success } of played.filter((game) => game.policy === policy)) {
      attempts.set(instanceId, [...(attempts.get(instanceId) ?? []), success]);
    }
    const fewest = Math.min(...[...attempts.values()].map((games) => games.length));
    return sizesUpTo(fewest).map((k) => [policy, String(k), ...passCells(attempts, k)]);
  });
  if (body.length === 0) return "";
  return `${grid(["policy", "k", "pass@k %", "95 % interval", "pass^k %", "95 % interval"], body, 1).join("\n")}\n`;
}

function sizesUpTo(most: number): readonly number[] {
  const sizes: number[] = [];
  for (let k = 2; k <= most && Number.isFinite(most); k *= 2) sizes.push(k);
  return sizes;
}

function passCells(attempts: ReadonlyMap<string, readonly boolean[]>, k: number): readonly string[] {
  return [passAtK, passHatK].flatMap((pass) => {
    const sums = clusterSums();
    for (const [instance, games] of attempts) {
      const value = pass(games.length, games.filter(Boolean).length, k);
      if (value !== null) sums.add(instance, value);
    }
    const { estimate, low, high } = share(sums);
    return [estimate === null ? NOTHING : percent(estimate), intervalText(low, high, percent)];
  });
}
