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
    const expected = `${key} as the run began: ${quote(before[key])}`;
    throw new Fault({ where: `${folder}: --resume`, expected, got: quote(now[key]) });
  }
}
