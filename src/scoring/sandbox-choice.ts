import { Fault, quote } from "../core/fault.js";
import { bubblewrapSandbox } from "./sandbox-bubblewrap.js";
import type { Sandbox } from "./sandbox-contract.js";
import { plainSandbox } from "./sandbox-none.js";
import { portableSandbox } from "./sandbox-portable.js";

/** What `--sandbox` may say; `auto` never means `none`. */
export const sandboxNames = ["auto", "bubblewrap", "portable", "none"] as const;

/** A sandbox, and why it is not the strongest. */
export interface ChosenSandbox {
  readonly sandbox: Sandbox;
  /** In one line; null when there is nothing to say. */
  readonly notice: string | null;
}

/**
 * Opens a sandbox that was seen to run a known program. `auto` is the strongest there is: bubblewrap, else portable.
 * Throws a Fault.
 */
export async function openSandbox(name: string): Promise<ChosenSandbox> {
  if (name === "bubblewrap") return { sandbox: await bubblewrapSandbox(), notice: null };
  if (name === "portable") return { sandbox: await portableSandbox(), notice: null };
  if (name === "none") return { sandbox: await plainSandbox(), notice: "programs run unsandboxed" };
  if (name !== "auto") {
    throw new Fault({ where: "--sandbox", expected: sandboxNames.join(", "), got: quote(name), isUsage: true });
  }
  try {
    return { sandbox: await bubblewrapSandbox(), notice: null };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return {
      sandbox: await portableSandbox(),
      notice: `programs run in the slower portable sandbox: ${error.message}`,
    };
  }
}
