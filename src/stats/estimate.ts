/** Ends of an interval. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** How an interval was made: CR1 cluster-robust standard error with t on clusters − 1, or Wilson's score interval. */
export type IntervalMethod = "cr1-t" | "wilson";

/** A number with its 95 % interval; what is missing is null, and `note` says why. */
export interface Estimate {
  readonly estimate: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Of the clustered mean, whatever the interval is made by; null with fewer than two clusters. */
  readonly standardError: number | null;
  readonly method: IntervalMethod;
  /** Null when there is nothing to say. */
  readonly note: string | null;
  readonly observations: number;
  readonly clusters: number;
}

/** Coverage that every interval claims. */
export const CONFIDENCE = 0.95;
