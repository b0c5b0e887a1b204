import { arch, platform } from "node:os";
import type { PolicyInfo } from "../core/policy.js";
import { gitCommit, versions } from "./package.js";

/** How every random number follows from the master seed. */
const SEED_RULE =
  "uniform i of a key is the first 53 bits of SHA-256(key + U+001F + i); a draw's key is seed, policy, state id and sample index, joined by U+001F; docs/statistics.md has those of the tests";

/** A policy as the manifest and the configuration tell of it. */
export function policyEntry(info: PolicyInfo): Readonly<Record<string, unknown>> {
  const { temperature, topK, topP, maxTokens } = info.decoding;
  return {
    name: info.name,
    model_sha256: info.modelSha256,
    tokenizer_sha256: info.tokenizerSha256,
    settings_sha256: info.settingsSha256,
    vocabulary: info.vocabulary,
    context_length: info.contextLength,
    device: info.device,
    engine: info.engine,
    decoding: { temperature, top_k: topK, top_p: topP, max_tokens: maxTokens },
    ignored_settings: info.ignoredSettings,
  };
}

/** What made the run: program, machine, randomness. */
export function provenance(seed: unknown): Readonly<Record<string, unknown>> {
  return {
    command: process.argv.slice(2),
    git_commit: gitCommit(),
    versions: versions(),
    platform: `${platform()}-${arch()}`,
    seeds: { master: seed, rule: SEED_RULE },
  };
}
