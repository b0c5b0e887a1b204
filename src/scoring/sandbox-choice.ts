import { Fault, quote } from "../core/fault.js";
import { bubblewrapSandbox } from "./sandbox-bubblewrap.js";
import type { Sandbox } from "./sandbox-contract.js";
import { plainSandbox } from "./sandbox-none.js";
import { portableSandbox } from "./sandbox-portable.js";

/** What `--sandbox` may say; `auto` never means `none`. */
export const sandboxNames = ["auto", "bubblewrap", "portable", "none"] as const;

/**
 * Opens a sandbox that was seen to run a known program. `auto` is the strongest there is: bubblewrap, else portable.
 * Throws a Fault.
 */
export async function openSandbox(name: string): Promise<Sandbox> {
  if (name === "bubblewrap") return bubblewrapSandbox();
  if (name === "portable") return portableSandbox();
  if (name === "none") return plainSandbox();
  if (name !== "auto") {
    throw new Fault({ where: "--sandbox", expected: sandboxNames.join(", "), got: quote(name), isUsage: true });
  }
  try {
    return await bubblewrapSandbox();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return portableSandbox();
  }
}
