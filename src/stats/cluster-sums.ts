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

/** Numbers for the names of clusters, for all sums over the same ones. */
export interface ClusterNames {
  numberOf(cluster: string): number;
  nameOf(number: number): string;
}

export function clusterNames(): ClusterNames {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  return {
    numberOf(cluster) {
      const known = numbers.get(cluster);
      if (known !== undefined) return known;
      numbers.set(cluster, names.length);
      names.push(cluster);
      return names.length - 1;
    },
    nameOf: (number) => names[number] as string,
  };
}

type Numbers = Int32Array | Float64Array;

/** The same numbers with room for `index`; what is new is `rest`. */
function withRoom<T extends Numbers>(values: T, index: number, rest: number): T {
  if (index < values.length) return values;
  const longer = new (values.constructor as new (length: number) => T)(Math.max(16, index + 1, values.length * 2));
  longer.fill(rest, values.length);
  longer.set(values);
  return longer;
}

/**
 * @param names shared by sums over the same clusters, which then take 24 bytes a cluster each
 * @example
 * const sums = clusterSums();
 * sums.add("a", 1);
 * sums.add("a", 0);
 * sums.totals() // [{ cluster: "a", count: 2, sum: 1, carry: 0 }]
 */
export function clusterSums(names: ClusterNames = clusterNames()): ClusterSums {
  let places = new Int32Array(0);
  let clusters = new Int32Array(0);
  let counts = new Int32Array(0);
  let sums = new Float64Array(0);
  let carries = new Float64Array(0);
  let found = 0;
  let observations = 0;

  /** Where a cluster's numbers lie, in the order of first appearance. */
  function placeOf(cluster: string): number {
    const number = names.numberOf(cluster);
    places = withRoom(places, number, -1);
    if (places[number] === -1) {
      clusters = withRoom(clusters, found, 0);
      counts = withRoom(counts, found, 0);
      sums = withRoom(sums, found, 0);
      carries = withRoom(carries, found, 0);
      clusters[found] = number;
      places[number] = found;
      found += 1;
    }
    return places[number] as number;
  }

  return {
    get observations() {
      return observations;
    },
    get clusters() {
      return found;
    },
    add(cluster, value) {
      if (!Number.isFinite(value)) throw new RangeError(`cluster ${cluster}: expected a finite number, got ${value}`);
      const at = placeOf(cluster);
      observations += 1;
      const next = twoSum(sums[at] as number, value);
      const total = twoSum(next.high, (carries[at] as number) + next.low);
      counts[at] = (counts[at] as number) + 1;
      sums[at] = total.high;
      carries[at] = total.low;
    },
    totals: () =>
      Array.from({ length: found }, (_, at) => ({
        cluster: names.nameOf(clusters[at] as number),
        count: counts[at] as number,
        sum: sums[at] as number,
        carry: carries[at] as number,
      })),
  };
}
