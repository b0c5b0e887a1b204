import type { ChildProcess } from "node:child_process";

/**
 * Ends a detached child with all of its group: one that is just starting may have children that do not know yet that they
 * are to end with it.
 */
export function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
