import { matched } from "./matched.js";
import type { Probe } from "./probe.js";
import { recovery } from "./recovery.js";
import { support } from "./support.js";

/** Every probe, by its name, in the order of the report. */
export const probes: Readonly<Record<string, Probe>> = { matched, recovery, support };
