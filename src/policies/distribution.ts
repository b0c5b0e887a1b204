import type { Decoding } from "../core/policy.js";

/** The next-token distribution at one place, as the model gives it and as the decoding draws from it. */
export interface Distribution {
  /** log π of a token: full distribution, temperature 1, nats. */
  logProb(token: number): number;
  /** log of the chance that the decoding draws this token; −Infinity when it never does. */
  drawLogProb(token: number): number;
  /** The token at `uniform` ∈ [0, 1) of the cumulative decoding distribution, tokens in the order of their ids. */
  draw(uniform: number): number;
}

// The loops below run over whole vocabularies for every token drawn, so they are plain: callbacks cost ten times as much.

function highestOf(values: ArrayLike<number>): number {
  let highest = -Infinity;
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] as number;
    if (value > highest) highest = value;
  }
  return highest;
}

/** log(Σ exp(x)), in nats; in double precision, against the largest element. */
function logSumExp(values: ArrayLike<number>): number {
  const highest = highestOf(values);
  let total = 0;
  for (let i = 0; i < values.length; i += 1) total += Math.exp((values[i] as number) - highest);
  return highest + Math.log(total);
}

/** Token ids by falling logit, equal ones by id: those that top-k and top-p can keep come first. */
function ranked(logits: Float64Array, topK: number): Uint32Array {
  let candidates = Uint32Array.from(logits.keys());
  if (topK > 0 && topK < logits.length) {
    const threshold = Float64Array.from(logits).sort()[logits.length - topK] as number;
    candidates = candidates.filter((token) => (logits[token] as number) >= threshold);
  }
  return candidates.sort((a, b) => (logits[b] as number) - (logits[a] as number) || a - b);
}

/** Drops, as −Infinity, all but the tokens that top-k and then top-p keep. */
function truncate(logits: Float64Array, topK: number, topP: number): Float64Array {
  if (topK === 0 && topP >= 1) return logits;
  let kept = ranked(logits, topK);
  if (topK > 0) kept = kept.subarray(0, topK);
  if (topP < 1) {
    const normaliser = logSumExp(Float64Array.from(kept, (token) => logits[token] as number));
    let mass = 0;
    let count = 0;
    while (count < kept.length && mass < topP) {
      mass += Math.exp((logits[kept[count] as number] as number) - normaliser);
      count += 1;
    }
    kept = kept.subarray(0, count);
  }
  const truncated = new Float64Array(logits.length).fill(-Infinity);
  for (const token of kept) truncated[token] = logits[token] as number;
  return truncated;
}

/** Logits over the temperature, the best at 0, so that no temperature overflows; at temperature 0 only the best is left. */
function decodedLogits(logits: Float32Array, decoding: Decoding): Float64Array {
  const highest = highestOf(logits);
  const greedy = decoding.temperature === 0;
  const scaled = new Float64Array(logits.length);
  for (let i = 0; i < logits.length; i += 1) {
    const below = (logits[i] as number) - highest;
    scaled[i] = greedy || below === 0 ? below : below / decoding.temperature;
  }
  return greedy ? truncate(scaled, 1, 1) : truncate(scaled, decoding.topK, decoding.topP);
}

/** Temperature first, then top-k, then top-p, as Hugging Face orders them. `logits` must be free of NaN. */
export function distribution(logits: Float32Array, decoding: Decoding): Distribution {
  let normaliser: number | null = null;
  let decoded: { readonly logits: Float64Array; readonly normaliser: number } | null = null;
  let cumulative: Float64Array | null = null;

  function decode(): { readonly logits: Float64Array; readonly normaliser: number } {
    if (decoded === null) {
      const scaled = decodedLogits(logits, decoding);
      decoded = { logits: scaled, normaliser: logSumExp(scaled) };
    }
    return decoded;
  }

  function cumulate(): Float64Array {
    const scaled = decode();
    const sums = new Float64Array(scaled.logits.length);
    let mass = 0;
    for (let i = 0; i < sums.length; i += 1) {
      mass += Math.exp((scaled.logits[i] as number) - scaled.normaliser);
      sums[i] = mass;
    }
    return sums;
  }

  return {
    logProb: (token) => {
      normaliser ??= logSumExp(logits);
      return (logits[token] as number) - normaliser;
    },
    drawLogProb: (token) => (decode().logits[token] as number) - decode().normaliser,
    draw: (uniform) => {
      cumulative ??= cumulate();
      // Rounding leaves the last sum just beside 1: scaling by it keeps every uniform inside, and on a token with mass.
      const target = uniform * (cumulative[cumulative.length - 1] as number);
      let low = 0;
      let high = cumulative.length - 1;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((cumulative[middle] as number) > target) high = middle;
        else low = middle + 1;
      }
      return low;
    },
  };
}
