import type { SummaryRow } from "../core/rows.js";
import type { RunFacts } from "../report/run-report.js";
import { policySettings, SHORT } from "./policy-settings.js";
import type { CompleteManifest } from "./read-run.js";
import { type RunCounts, runNotices } from "./run-notices.js";

/** The counts as `writeRun` gave them. */
export function countsOf({ counts }: CompleteManifest): RunCounts {
  const { passed_over, outcomes, ...rest } = counts;
  return {
    counts: rest as RunCounts["counts"],
    passedOver: (passed_over ?? {}) as RunCounts["passedOver"],
    outcomes: (outcomes ?? {}) as RunCounts["outcomes"],
  };
}

/** What the report says of a run before its rows. */
export function runFacts(name: string, manifest: CompleteManifest, summary: readonly SummaryRow[]): RunFacts {
  const { config, counts, scorer, versions } = manifest;
  const { baseline, candidates, task } = config;
  const facts: readonly (readonly [string, unknown])[] = [
    ["started", manifest.started_at],
    ["finished", manifest.finished_at],
    ["command", manifest.command.join(" ")],
    ["seed", config.seed],
    ["samples", config.samples],
    ["injected errors", config["inject"]],
    ["clusters", config.cluster],
    [
      "scores",
      Object.entries(config.scorer)
        .map((setting) => setting.join(" "))
        .join(", "),
    ],
    ["states", `${counts["states"]} saved, ${counts["error_states"]} with an injected error`],
    ["trajectories", `${counts["trajectories"]} of ${counts["instances"]} instances, ${counts["excluded"]} left out`],
    ...config.policies.map((policy) => [`policy ${policy.name}`, policySettings(policy).join(", ")] as const),
    ["trajectory file", config.trajectories_sha256.slice(0, SHORT)],
    ["configuration", manifest.config_sha256.slice(0, SHORT)],
    ["matched-state", versions["matched-state"]],
    ["commit", manifest.git_commit?.slice(0, SHORT)],
  ];
  return {
    name,
    task,
    baseline,
    candidates,
    samples: summary.find((row) => row.metric === "mean_difference")?.samples ?? null,
    quality: scorer.description,
    facts: facts.filter(([, value]) => value != null).map(([fact, value]) => ({ name: fact, value: String(value) })),
    summary,
    notices: runNotices(countsOf(manifest), config.cluster),
  };
}
