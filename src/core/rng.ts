import { hash } from "node:crypto";

/**
 * A keyed stream of uniform numbers: a draw depends on its key and its index alone, never on what was drawn before,
 * so neither order, batching, workers nor resuming can change it.
 */
export interface Rng {
  /** The parts joined by U+001F; `keyedRng(key)` makes the same stream anywhere. */
  readonly key: string;
  /** The stream of a more particular thing: `rng.child(stateId, policy, sampleIndex)`. */
  child(...parts: readonly (string | number)[]): Rng;
  /** Number `index` of the stream, in [0, 1), a multiple of 2⁻⁵³. */
  uniform(index: number): number;
}

const SEPARATOR = "\u001f";

/**
 * The stream of a key. Number i is the first 53 bits of SHA-256(key + U+001F + i), divided by 2⁵³; in Python:
 * `(int.from_bytes(sha256(f"{key}\x1f{i}".encode()).digest()[:7], "big") >> 3) / 2**53`.
 */
export function keyedRng(key: string): Rng {
  return {
    key,
    child: (...parts) => keyedRng([key, ...parts].join(SEPARATOR)),
    uniform: (index) => {
      const digest = hash("sha256", `${key}${SEPARATOR}${index}`, "buffer");
      const high = digest.readUInt32BE(0);
      const low = digest.readUIntBE(4, 3) >>> 3;
      return (high * 2 ** 21 + low) / 2 ** 53;
    },
  };
}

/** A whole number below 2³² from the stream's first number: the seed of a generator that takes one. */
export function seedOf(rng: Rng): number {
  return Math.floor(rng.uniform(0) * 2 ** 32);
}

/** One of `items`, each with the same chance. Throws on an empty list. */
export function choose<T>(items: readonly T[], rng: Rng, index = 0): T {
  const item = items[Math.floor(rng.uniform(index) * items.length)];
  if (item === undefined) throw new RangeError("nothing to choose from: the list is empty");
  return item;
}
