import { nllNats } from "../core/policy.js";
import type { SampleRow } from "../core/rows.js";
import type { Unscored } from "../core/scorer.js";
import type { State } from "../core/state.js";
import type { DrawnSide } from "./draw-sides.js";

/** Rows of one policy's draws at a state; those from number `samples` on are the placebo set. */
export function sampleRows(
  state: State,
  { policy, draws }: DrawnSide,
  qualities: readonly (number | Unscored)[],
  best: number | null,
  samples: number,
): readonly SampleRow[] {
  return draws.map(({ drawn, parsed, baselineNllNats }, index) => {
    const scored = qualities[index] as number | Unscored;
    const quality = typeof scored === "number" ? scored : null;
    return {
      state_id: state.stateId,
      policy: policy.info.name,
      sample_index: index,
      action: drawn.text,
      parsed,
      valid: parsed !== null,
      quality,
      regret: best === null || quality === null ? null : best - quality,
      tokens: drawn.tokenIds.length,
      nll_nats: nllNats(drawn.logProbs),
      baseline_nll_nats: Number.isFinite(baselineNllNats) ? baselineNllNats : null,
      sample_set: index < samples ? "main" : "placebo",
      unscored: typeof scored === "number" ? null : scored.unscored,
    };
  });
}
