/** An unevaluated sum high + low, with low below half a unit in the last place of high: about 32 decimal digits. */
export interface DoubleDouble {
  readonly high: number;
  readonly low: number;
}

/** a + b without rounding error (Knuth 1969; The Art of Computer Programming 2, section 4.2.2). */
export function twoSum(a: number, b: number): DoubleDouble {
  const high = a + b;
  const shadow = high - a;
  return { high, low: a - (high - shadow) + (b - shadow) };
}

/** a · b without rounding error for |a|, |b| below 2⁹⁹⁶ (Dekker 1971, Numerische Mathematik 18). */
export function twoProduct(a: number, b: number): DoubleDouble {
  const high = a * b;
  const x = split(a);
  const y = split(b);
  return { high, low: x.low * y.low - (high - x.high * y.high - x.low * y.high - x.high * y.low) };
}

/** Halves of a double's 53 bits: each product of two halves is exact. */
function split(value: number): DoubleDouble {
  const scaled = value * (2 ** 27 + 1);
  const high = scaled - (scaled - value);
  return { high, low: value - high };
}
