import type { ClusterSums } from "./cluster-sums.js";
import { clusteredMean } from "./clustered-mean.js";
import type { Estimate } from "./estimate.js";
import { wilson } from "./wilson.js";

/**
 * Share of observations in [0, 1], as `clusteredMean`, except where all are 0 or all are 1 in at least two clusters:
 * there the standard error is 0 whatever the truth, so Wilson's interval stands in, as if each cluster were one
 * observation: states of one trajectory are alike, and taking them as independent misses rare wins too often.
 */
export function share(sums: ClusterSums): Estimate {
  const clustered = clusteredMean(sums);
  if (sums.clusters < 2 || (clustered.estimate !== 0 && clustered.estimate !== 1)) return clustered;
  const interval = wilson(clustered.estimate * sums.clusters, sums.clusters);
  const note = `all ${clustered.estimate}: Wilson's interval, each cluster as one observation`;
  return { ...clustered, low: interval?.low ?? null, high: interval?.high ?? null, method: "wilson", note };
}
