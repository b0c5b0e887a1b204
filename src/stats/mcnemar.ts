/** Two-sided p-values. */
export interface McNemar {
  readonly exact: number;
  readonly midP: number;
}

/**
 * McNemar's test of paired successes from the discordant pairs alone (McNemar 1947; mid-p: Fagerland, Lydersen and
 * Laake 2013, BMC Medical Research Methodology 13). With m the smaller count of n: exact = min(1, 2 P(X ≤ m)), mid-p
 * = 2 P(X ≤ m) − P(X = m), X binomial(n, ½). Without discordant pairs both are 1. Takes pairs as independent. Throws
 * a RangeError on anything but counts.
 *
 * @param onlyFirst pairs where the first succeeds alone
 * @example mcnemar(5, 12) // { exact: 0.143463134765625, midP: 0.09625244140625 }
 */
export function mcnemar(onlyFirst: number, onlySecond: number): McNemar {
  for (const count of [onlyFirst, onlySecond]) {
    if (!Number.isInteger(count) || count < 0) throw new RangeError(`discordant pairs: expected a count, got ${count}`);
  }
  const pairs = onlyFirst + onlySecond;
  const fewer = Math.min(onlyFirst, onlySecond);
  const here = symmetricBinomial(fewer, pairs);
  let upTo = 0;
  let mass = here;
  for (let count = fewer; count >= 0; count -= 1) {
    upTo += mass;
    mass *= count / (pairs - count + 1);
  }
  return { exact: Math.min(1, 2 * upTo), midP: Math.min(1, 2 * upTo - here) };
}

/** P(X = count) of binomial(trials, ½); halvings go in between, so that nothing overflows. */
function symmetricBinomial(count: number, trials: number): number {
  let mass = 1;
  let halvings = trials;
  for (let at = 1; at <= count; at += 1) {
    mass *= (trials - count + at) / at;
    for (; mass > 1 && halvings > 0; halvings -= 1) mass /= 2;
  }
  return mass * 0.5 ** halvings;
}
