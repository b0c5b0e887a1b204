/**
 * Chance that at least one of k attempts passes, unbiased from c passes in n ≥ k attempts (Chen et al. 2021, arXiv
 * 2107.03374): 1 − C(n − c, k) / C(n, k). Null with fewer than k attempts: nothing is extrapolated. Throws a RangeError
 * unless 0 ≤ c ≤ n and k ≥ 1 are integers.
 *
 * @example passAtK(10, 3, 5) // 0.9166666666666667
 */
export function passAtK(attempts: number, passes: number, k: number): number | null {
  check(attempts, passes, k);
  return k > attempts ? null : 1 - shareOfSubsets(attempts, attempts - passes, k);
}

/**
 * Chance that all of k attempts pass, unbiased: C(c, k) / C(n, k). Null and errors as `passAtK`.
 *
 * @example passHatK(10, 7, 3) // 0.29166666666666663
 */
export function passHatK(attempts: number, passes: number, k: number): number | null {
  check(attempts, passes, k);
  return k > attempts ? null : shareOfSubsets(attempts, passes, k);
}

function check(attempts: number, passes: number, k: number): void {
  if (!Number.isInteger(attempts) || !Number.isInteger(passes) || passes < 0 || passes > attempts) {
    throw new RangeError(`passes: expected a count from 0 to the attempts ${attempts}, got ${passes}`);
  }
  if (!Number.isInteger(k) || k < 1) throw new RangeError(`k: expected an integer of at least 1, got ${k}`);
}

/** C(part, k) / C(whole, k) as a product, so that nothing overflows. */
function shareOfSubsets(whole: number, part: number, k: number): number {
  let share = 1;
  for (let at = 0; at < k && share > 0; at += 1) share *= (part - at) / (whole - at);
  return share;
}
