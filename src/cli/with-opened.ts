import type { Policy } from "../core/policy.js";
import { onInterrupt } from "./interrupt.js";
import { closeAll, type NamedFolder, openPolicies, type PolicyOptions } from "./policy-options.js";
import type { Registries } from "./registries.js";
import { type OpenTask, openTask, type WithScorerOptions } from "./scorer-options.js";

/** Models that take longer to open are named on a terminal, so that the wait has a reason. */
const SLOW_MS = 1000;

/** What a command works with. */
export interface Opened extends OpenTask {
  readonly policies: readonly Policy[];
}

/**
 * Opens the task, its scorer and the policies, lets `use` work with them, and closes them whatever happens: what stays
 * open would keep the process alive. Ctrl-C ends the policies, and says `hint`. Throws a Fault when one cannot be opened.
 */
export async function withOpened(
  options: PolicyOptions & WithScorerOptions & { readonly task: string },
  folders: readonly NamedFolder[],
  registries: Registries,
  hint: string,
  use: (opened: Opened) => Promise<void>,
): Promise<void> {
  const task = await openTask(options.task, options, registries);
  if (task.scorer.notice !== undefined) process.stderr.write(`${task.scorer.notice}\n`);
  try {
    const names = folders.map(({ name }) => name).join(", ");
    const slow = setTimeout(() => {
      if (process.stderr.isTTY) process.stderr.write(`opening ${names} …\n`);
    }, SLOW_MS);
    const opening = openPolicies(folders, options).finally(() => clearTimeout(slow));
    onInterrupt(hint, async () => closeAll(await opening.catch(() => [])));
    const policies = await opening;
    try {
      await use({ ...task, policies });
    } finally {
      await closeAll(policies);
    }
  } finally {
    await task.scorer.close?.();
  }
}
