/**
 * Adjusted p-values that hold the false discovery rate (Benjamini and Hochberg 1995, JRSS B 57): q₍ᵢ₎ = min over j ≥
 * i of m p₍ⱼ₎ / j, at most 1, in the order given. A null has no test: it stays null and does not count in m. Throws a
 * RangeError on anything else outside [0, 1].
 *
 * @example benjaminiHochberg([0.01, 0.04, null, 0.03, 0.005]) // [0.02, 0.04, null, 0.04, 0.02]
 */
export function benjaminiHochberg(pValues: readonly (number | null)[]): readonly (number | null)[] {
  const tests: { readonly at: number; readonly p: number }[] = [];
  pValues.forEach((p, at) => {
    if (p === null) return;
    if (!(p >= 0 && p <= 1)) throw new RangeError(`p-value ${at}: expected a number from 0 to 1, got ${p}`);
    tests.push({ at, p });
  });
  tests.sort((a, b) => b.p - a.p);
  const adjusted: (number | null)[] = pValues.map(() => null);
  let least = 1;
  tests.forEach(({ at, p }, index) => {
    least = Math.min(least, (tests.length * p) / (tests.length - index));
    adjusted[at] = least;
  });
  return adjusted;
}
