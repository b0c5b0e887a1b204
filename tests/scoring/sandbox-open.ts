import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bubblewrapSandbox } from "../../src/scoring/sandbox-bubblewrap.js";
import type { Sandbox } from "../../src/scoring/sandbox-contract.js";
import { plainSandbox } from "../../src/scoring/sandbox-none.js";
import { portableSandbox } from "../../src/scoring/sandbox-portable.js";

/** Hosts of the portable sandbox are processes of their own: they run what `npm test` built. */
const HOST = pathToFileURL(join(import.meta.dirname, "../../dist/scoring/sandbox-portable-host.js"));

interface Candidate {
  readonly name: string;
  readonly isHere: boolean;
  /** What a title says of it. */
  readonly label: string;
  open(): Promise<Sandbox>;
}

const hasBubblewrap = spawnSync("bwrap", ["--version"]).status === 0;

/** Every sandbox; one that this machine lacks says so in the title of what is left out. */
export const sandboxes: readonly Candidate[] = [
  {
    name: "bubblewrap",
    isHere: hasBubblewrap,
    label: hasBubblewrap ? "bubblewrap" : "bubblewrap (NOT TESTED HERE: apt-get install bubblewrap)",
    open: () => bubblewrapSandbox(),
  },
  { name: "portable", isHere: true, label: "portable", open: () => portableSandbox(HOST) },
  { name: "none", isHere: true, label: "none", open: () => plainSandbox() },
];
