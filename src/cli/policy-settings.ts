import type { CompleteManifest } from "./read-run.js";

/** Characters of a hash or commit that a reader is shown. */
export const SHORT = 12;

type Policy = CompleteManifest["config"]["policies"][number];

/** What makes a policy of a run: its model and how it draws, `temperature 1`, a text each. */
export function policySettings({ model_sha256, decoding }: Policy): readonly string[] {
  const drawn = Object.entries(decoding ?? {}).filter(([, value]) => value !== null);
  return [`model ${model_sha256?.slice(0, SHORT) ?? "unknown"}`, ...drawn.map((setting) => setting.join(" "))];
}
