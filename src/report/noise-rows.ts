import type { SummaryRow } from "../core/rows.js";
import { clusteredMean } from "../stats/clustered-mean.js";
import { minimumDetectableEffect, toHalve } from "../stats/power.js";
import { shrinkage } from "../stats/shrinkage.js";
import { CLUSTERS_FOR_FIVE_PERCENT } from "../stats/sign-flip.js";
import { splitHalf } from "../stats/split-half.js";
import { varianceComponents } from "../stats/variance-components.js";
import { emptyRow, type Gathered, type NoiseRecord, type Toolbox } from "./summary-row.js";

/** A state is told apart where the chance of its sign is above this. */
const CONFIDENT = 0.95;

type Reported = readonly [metric: string, method: string, estimate: number | null, note: string | null];

/**
 * How much of a mean difference is the noise of drawing, and what more draws or states would buy: rows beside it. None
 * where its observations do not say.
 *
 * @param exact the enumerated difference at the same states, where there is one
 */
export function noiseRows(number: Gathered, exact: Gathered | undefined, tools: Toolbox): readonly SummaryRow[] {
  const { noise, key } = number;
  if (noise === null) return [];
  const rowOf = ([metric, method, estimate, note]: Reported): SummaryRow => ({
    ...emptyRow(number, tools),
    metric,
    method,
    estimate,
    note: note ?? "",
  });
  const samples = key.samples ?? 0;
  return [
    ...(noise.differences.length === 0 ? withoutNoise() : [...reliability(noise), ...shrunk(noise, samples)]),
    ...(noise.differences.length === 0 ? [] : components(noise, samples)),
    ...purchases(number, noise, samples),
    ...(exact === undefined ? [] : [detectable("exact_minimum_detectable_effect", exact)]),
  ].map(rowOf);
}

function withoutNoise(): readonly Reported[] {
  const note = "one draw a state says nothing of its own noise";
  return [["draw_variance", "moments", null, note]];
}

function reliability({ first, second }: NoiseRecord): readonly Reported[] {
  const halves = splitHalf(first, second);
  return [
    ["split_half_correlation", "pearson", halves.correlation, halves.note],
    ["split_half_reliability", "spearman-brown", halves.reliability, halves.note],
  ];
}

const SHRUNK = ["probability_better", "confident_better_share", "confident_worse_share"];

function shrunk({ differences, variances }: NoiseRecord, samples: number): readonly Reported[] {
  const fit = shrinkage(
    differences,
    variances.map((variance) => variance / samples),
    samples,
  );
  const method = "normal-normal";
  if (fit.reason !== null) {
    const { reason } = fit;
    return SHRUNK.map((metric) => [metric, method, null, reason] as const);
  }
  const better = differences.map(
    (difference, state) => fit.posterior(difference, (variances[state] as number) / samples).probabilityPositive,
  );
  const shareOf = (holds: (chance: number) => boolean): number => better.filter(holds).length / better.length;
  return [
    ["probability_better", method, better.reduce((sum, chance) => sum + chance, 0) / better.length, null],
    ["confident_better_share", method, shareOf((chance) => chance > CONFIDENT), null],
    ["confident_worse_share", method, shareOf((chance) => chance < 1 - CONFIDENT), null],
  ];
}

function components({ differences, variances }: NoiseRecord, samples: number): readonly Reported[] {
  const { between, noise, note } = varianceComponents(differences, variances, samples);
  return [
    ["between_variance", "moments", between, note],
    ["draw_variance", "moments", noise, noise === null ? note : null],
  ];
}

function detectable(metric: string, { sums }: Gathered): Reported {
  const { standardError } = clusteredMean(sums);
  if (standardError === null || sums.clusters < CLUSTERS_FOR_FIVE_PERCENT) {
    return [
      metric,
      "power-80",
      null,
      `fewer than ${CLUSTERS_FOR_FIVE_PERCENT} clusters: no effect could be told at 5 %`,
    ];
  }
  return [metric, "power-80", minimumDetectableEffect(standardError, sums.clusters - 1), null];
}

function purchases(number: Gathered, { variances }: NoiseRecord, samples: number): readonly Reported[] {
  const { standardError } = clusteredMean(number.sums);
  const found: Reported[] = [detectable("minimum_detectable_effect", number)];
  if (standardError === null || variances.length === 0) {
    const reason =
      standardError === null
        ? "fewer than 2 clusters have no interval"
        : "one draw a state says nothing of its own noise";
    return [...found, ["states_to_halve", "variance", null, reason], ["samples_to_halve", "variance", null, reason]];
  }
  const noise = variances.reduce((sum, variance) => sum + variance, 0) / variances.length;
  const more = toHalve({ standardError, states: variances.length, samples, noise });
  found.push(["states_to_halve", "variance", more.states, null]);
  found.push(["samples_to_halve", "variance", more.samples, more.reason]);
  return found;
}
