import type { Decoding } from "../core/policy.js";

/** log(Σ exp(x)), in nats; computed in double precision against the largest element. */
function logSumExp(values: ArrayLike<number>): number {
  let highest = -Infinity;
  for (let i = 0; i < values.length; i += 1) highest = Math.max(highest, values[i] as number);
  let total = 0;
  for (let i = 0; i < values.length; i += 1) total += Math.exp((values[i] as number) - highest);
  return highest + Math.log(total);
}

/** The next-token distribution at one place, as the model gives it and as the decoding draws from it. */
export interface Distribution {
  /** log π of a token: full distribution, temperature 1, nats. */
  logProb(token: number): number;
  /** log of the chance that the decoding draws this token; −Infinity when it never does. */
  drawLogProb(token: number): number;
  /** The token at `uniform` ∈ [0, 1) of the cumulative decoding distribution, tokens in the order of their ids. */
  draw(uniform: number): number;
}

/** Token ids that top-k and top-p leave, most probable first; equal logits in the order of their ids. */
function keptTokens(scaled: Float64Array, decoding: Decoding): readonly number[] {
  const order = Array.from(scaled.keys()).sort((a, b) => (scaled[b] as number) - (scaled[a] as number) || a - b);
  const top = decoding.topK > 0 ? order.slice(0, decoding.topK) : order;
  if (decoding.topP >= 1) return top;
  const normaliser = logSumExp(top.map((token) => scaled[token] as number));
  let mass = 0;
  const count = top.findIndex((token) => {
    mass += Math.exp((scaled[token] as number) - normaliser);
    return mass >= decoding.topP;
  });
  return count === -1 ? top : top.slice(0, count + 1);
}

/** Logits after temperature and truncation: dropped tokens are −Infinity. Temperature 0 keeps the best token alone. */
function decodedLogits(logits: Float32Array, decoding: Decoding): Float64Array {
  const greedy = decoding.temperature === 0;
  const scaled = Float64Array.from(logits, (logit) => (greedy ? logit : logit / decoding.temperature));
  const settings = greedy ? { ...decoding, topK: 1, topP: 1 } : decoding;
  if (settings.topK === 0 && settings.topP >= 1) return scaled;
  const kept = new Float64Array(scaled.length).fill(-Infinity);
  for (const token of keptTokens(scaled, settings)) kept[token] = scaled[token] as number;
  return kept;
}

/** Temperature first, then top-k, then top-p, as Hugging Face orders them. `logits` must be free of NaN. */
export function distribution(logits: Float32Array, decoding: Decoding): Distribution {
  const normaliser = logSumExp(logits);
  const decoded = decodedLogits(logits, decoding);
  const decodedNormaliser = logSumExp(decoded);
  let cumulative: Float64Array | null = null;
  const cumulate = (): Float64Array => {
    let mass = 0;
    return Float64Array.from(decoded, (logit) => {
      mass += Math.exp(logit - decodedNormaliser);
      return mass;
    });
  };
  return {
    logProb: (token) => (logits[token] as number) - normaliser,
    drawLogProb: (token) => (decoded[token] as number) - decodedNormaliser,
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
