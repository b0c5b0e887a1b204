/** IEEE 754 half precision, as 16-bit patterns, to single precision. Exact. */
export function halfToFloat(halves: Uint16Array): Float32Array {
  const floats = new Float32Array(halves.length);
  for (let i = 0; i < halves.length; i += 1) {
    const bits = halves[i] as number;
    const sign = bits & 0x8000 ? -1 : 1;
    const exponent = (bits >> 10) & 0x1f;
    const fraction = bits & 0x3ff;
    if (exponent === 0x1f) floats[i] = fraction === 0 ? sign * Infinity : NaN;
    else if (exponent === 0) floats[i] = sign * fraction * 2 ** -24;
    else floats[i] = sign * (1024 + fraction) * 2 ** (exponent - 25);
  }
  return floats;
}
