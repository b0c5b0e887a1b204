import { createHash } from "node:crypto";
import { Fault, quote } from "../core/fault.js";

/** Everything the numbers of a run depend on, as plain JSON; where files lie and how many workers run is not in it. */
export type RunConfig = Readonly<Record<string, unknown>>;

export function configSha256(config: RunConfig): string {
  return createHash("sha256").update(JSON.stringify(config)).digest("hex");
}

/** Throws a Fault that names the first setting in which a run to be resumed was another one. */
export function checkSameConfig(folder: string, before: RunConfig, now: RunConfig): void {
  for (const key of new Set([...Object.keys(before), ...Object.keys(now)])) {
    if (JSON.stringify(before[key]) === JSON.stringify(now[key])) continue;
    const [name, then, given] = firstDifference(key, before[key], now[key]);
    throw new Fault({
      where: `${folder}: --resume`,
      expected: `${name} as the run began: ${quote(then)}`,
      got: quote(given),
    });
  }
}

/** Path and values of the first place below `key` where two settings part. */
function firstDifference(key: string, before: unknown, now: unknown): readonly [string, unknown, unknown] {
  if (!isObject(before) || !isObject(now)) return [key, before, now];
  const inner = [...new Set([...Object.keys(before), ...Object.keys(now)])].find(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]),
  );
  return inner === undefined ? [key, before, now] : firstDifference(`${key}.${inner}`, before[inner], now[inner]);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
