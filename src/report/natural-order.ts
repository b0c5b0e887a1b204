/**
 * Orders text with its numbers by value and the rest by UTF-16 unit: the same on every machine and locale.
 *
 * @example ["turn=10", "turn=9"].sort(naturalOrder) // ["turn=9", "turn=10"]; so ["0.5", "0.25"] gives ["0.25", "0.5"]
 */
export function naturalOrder(left: string, right: string): number {
  const a = left.split(/(\d+(?:\.\d+)?)/);
  const b = right.split(/(\d+(?:\.\d+)?)/);
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const one = a[index] ?? "";
    const other = b[index] ?? "";
    const byNumber = index % 2 === 1 ? Number(one) - Number(other) : 0;
    if (byNumber !== 0) return byNumber;
    if (one !== other) return one < other ? -1 : 1;
  }
  return a.length - b.length;
}

/** Orders by place in a list; what it lacks comes after it, in natural order. */
export function listedOrder(listed: readonly string[]): (left: string, right: string) => number {
  const places = new Map(listed.map((word, place) => [word, place]));
  const placeOf = (word: string): number => places.get(word) ?? listed.length;
  return (left, right) => placeOf(left) - placeOf(right) || naturalOrder(left, right);
}
