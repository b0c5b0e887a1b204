import { type ClusterSum, clusterSums } from "../../src/stats/cluster-sums.js";

/** Totals of the clusters given as lists of their values. */
export function totalsOf(clusters: readonly (readonly number[])[]): readonly ClusterSum[] {
  const sums = clusterSums();
  clusters.forEach((values, cluster) => {
    for (const value of values) sums.add(String(cluster), value);
  });
  return sums.totals();
}
