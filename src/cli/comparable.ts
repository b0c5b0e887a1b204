import { Fault, quote } from "../core/fault.js";
import type { StateRow } from "../core/rows.js";
import { policySettings } from "./policy-settings.js";
import type { CompleteManifest } from "./read-run.js";

/** A run to be compared, with its manifest. */
export interface NamedRun {
  readonly folder: string;
  readonly manifest: CompleteManifest;
}

/** Settings that two runs must share for their numbers to mean the same, and what they decide. */
const SHARED_SETTINGS: Readonly<Record<string, string>> = {
  task: "the same task",
  scorer: "the same scorer and settings of it",
  samples: "the same K: win shares and placebos depend on it",
  cluster: "intervals over the same clusters (run one of them again with the other --cluster)",
};

function refuse(first: NamedRun, second: NamedRun, expected: string, values: readonly [unknown, unknown]): never {
  const got = `${quote(values[0])} and ${quote(values[1])}`;
  throw new Fault({ where: `${first.folder} and ${second.folder}`, expected, got });
}

/** Throws a Fault with the reason where numbers of two runs cannot stand side by side. */
export function checkComparable(first: NamedRun, second: NamedRun): void {
  for (const [setting, expected] of Object.entries(SHARED_SETTINGS)) {
    const [one, other] = [first, second].map((run) => run.manifest.config[setting]);
    if (JSON.stringify(one) !== JSON.stringify(other)) refuse(first, second, expected, [one, other]);
  }
  const names = [first.manifest.scorer.name, second.manifest.scorer.name] as const;
  if (names[0] !== names[1]) refuse(first, second, "the same scorer", names);
}

/** A state as a run has it, with the hash of all that was said before. */
export interface KnownState extends StateRow {
  readonly prompt_sha256: string;
}

/**
 * Whether an id stands for the same state in both: error states differ where another action was injected, or the
 * environment answered it in another way. Throws a Fault where it stands for two saved states.
 */
export function isSameState(first: NamedRun, second: NamedRun, one: KnownState, other: KnownState): boolean {
  for (const column of ["snapshot", "injected_action", "best_quality", "prompt_sha256"] as const) {
    if (one[column] === other[column]) continue;
    if (one.kind === "error") return false;
    refuse(first, second, `one ${column} of state ${one.state_id}`, [one[column], other[column]]);
  }
  return true;
}

/** What is not the same of the baselines, in a sentence; null where one model draws in one way. */
export function baselineNotice(first: NamedRun, second: NamedRun): string | null {
  const settingsOf = ({ manifest: { config } }: NamedRun): readonly string[] => {
    const policy = config.policies.find(({ name }) => name === config.baseline);
    return [config.baseline, ...(policy === undefined ? [] : policySettings(policy))];
  };
  const [own, others] = [settingsOf(first), settingsOf(second)];
  const alone = (one: readonly string[], other: readonly string[]): string =>
    one.filter((part) => !other.includes(part)).join(", ") || "nothing of the kind";
  if (own.join() === others.join()) return null;
  return `The baselines differ, and a change may be theirs: ${alone(own, others)} in A, ${alone(others, own)} in B.`;
}

/** The candidates to be compared: those both runs have by name, or the only one of each. */
export function sharedCandidates(first: NamedRun, second: NamedRun): readonly (readonly [string, string])[] {
  const [own, others] = [first.manifest.config.candidates, second.manifest.config.candidates];
  const shared = own.filter((name) => others.includes(name)).map((name) => [name, name] as const);
  if (shared.length > 0) return shared;
  if (own.length === 1 && others.length === 1) return [[own[0] as string, others[0] as string]];
  return refuse(first, second, "a candidate that both have, or one candidate each", [own, others]);
}
