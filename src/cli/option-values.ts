import { InvalidArgumentError } from "commander";

/** Parsers of number options; commander prints their messages beside the option's name. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    const isLarge = Number.isInteger(value) && value > most;
    const range = most < Number.MAX_SAFE_INTEGER || isLarge ? `from ${least} to ${most}` : `of at least ${least}`;
    throw new InvalidArgumentError(`expected a whole number ${range}.`);
  };
}

export function numberWithin(low: number, high: number, lowIsIn: boolean): (text: string) => number {
  return (text) => {
    const value = text.trim() === "" ? Number.NaN : Number(text);
    if ((lowIsIn ? value >= low : value > low) && value <= high && Number.isFinite(value)) return value;
    const from = lowIsIn ? `from ${low}` : `above ${low}`;
    throw new InvalidArgumentError(`expected a number ${from}${high === Infinity ? "" : ` to ${high}`}.`);
  };
}

/** One of the names of a registry; `what` is its word in the message. */
export function oneOf(what: string, names: readonly string[]): (text: string) => string {
  return (text) => {
    if (names.includes(text)) return text;
    throw new InvalidArgumentError(`expected a ${what} among: ${names.join(", ")}.`);
  };
}

/** Some of the names of a registry, separated by commas, in the registry's order. */
export function someOf(what: string, names: readonly string[]): (text: string) => readonly string[] {
  const one = oneOf(what, names);
  return (text) => {
    const wanted = new Set(text.split(",").map(one));
    return names.filter((name) => wanted.has(name));
  };
}
