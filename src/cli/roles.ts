import { Fault } from "../core/fault.js";
import type { Policy } from "../core/policy.js";

/** Who is compared with whom. */
export interface Roles {
  readonly baseline: Policy;
  /** At least one, none of them the baseline. */
  readonly candidates: readonly Policy[];
}

/**
 * Roles by the names on the command line: by default `base`, else the first policy, against every other one. Throws a
 * Fault on a name that no policy has, and when nobody is left to be compared.
 */
export function pickRoles(
  policies: readonly Policy[],
  baselineName: string | undefined,
  candidateNames: readonly string[] | undefined,
): Roles {
  const names = policies.map((policy) => policy.info.name);
  const named = (where: string, name: string): Policy => {
    const found = policies.find((policy) => policy.info.name === name);
    if (found !== undefined) return found;
    throw new Fault({ where, expected: `one of ${names.join(", ")}`, got: name, isUsage: true });
  };
  const baseline = named("--baseline", baselineName ?? (names.includes("base") ? "base" : (names[0] as string)));
  const wanted = candidateNames?.map((name) => named("--candidate", name)) ?? policies;
  const candidates = [...new Set(wanted)].filter((policy) => policy !== baseline);
  if (candidates.length > 0) return { baseline, candidates };
  const where = candidateNames === undefined ? "--policy" : "--candidate";
  throw new Fault({ where, expected: "a policy beside the baseline", got: "none", isUsage: true });
}
