import { twoSum } from "./double-double.js";

/** The observations of one cluster; the sum is `sum` + `carry`, exact to about 32 digits, so order does not change it. */
export interface ClusterSum {
  readonly cluster: string;
  readonly count: number;
  readonly sum: number;
  readonly carry: number;
}

/** Count and sum per cluster: memory grows with the clusters, not with the observations. */
export interface ClusterSums {
  readonly observations: number;
  readonly clusters: number;
  /** Throws a RangeError on NaN and on infinities. */
  add(cluster: string, value: number): void;
  /** One per cluster, in the order of first appearance. */
  totals(): readonly ClusterSum[];
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/**
 * @example
 * const sums = clusterSums();
 * sums.add("a", 1);
 * sums.add("a", 0);
 * sums.totals() // [{ cluster: "a", count: 2, sum: 1, carry: 0 }]
 */
export function clusterSums(): ClusterSums {
  const totals = new Map<string, Writable<ClusterSum>>();
  let observations = 0;
  return {
    get observations() {
      return observations;
    },
    get clusters() {
      return totals.size;
    },
    add(cluster, value) {
      if (!Number.isFinite(value)) throw new RangeError(`cluster ${cluster}: expected a finite number, got ${value}`);
      const before = totals.get(cluster);
      observations += 1;
      if (before === undefined) {
        totals.set(cluster, { cluster, count: 1, sum: value, carry: 0 });
        return;
      }
      const next = twoSum(before.sum, value);
      const total = twoSum(next.high, before.carry + next.low);
      before.count += 1;
      before.sum = total.high;
      before.carry = total.low;
    },
    totals: () => [...totals.values()].map((total) => ({ ...total })),
  };
}
