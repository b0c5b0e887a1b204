import { sampleVariance } from "simple-statistics";
import { outcome } from "../../src/stats/outcome.js";
import { shrinkage } from "../../src/stats/shrinkage.js";
import { halfDifferences, splitHalf } from "../../src/stats/split-half.js";
import { superiority } from "../../src/stats/superiority.js";
import { varianceComponents } from "../../src/stats/variance-components.js";
import { mean } from "./population.js";
import { type RandomNumbers, randomNumbers } from "./random-numbers.js";
import {
  draws,
  type SimulatedState,
  simulatedTrajectory,
  trueDifference,
  trueSuperiority,
} from "./simulated-policies.js";
import type { Verdict } from "./verdicts.js";

const STATES = 4000;
/** Below it two true means are equal. */
const SAME = 1e-12;

interface Sampled {
  readonly state: SimulatedState;
  readonly baseline: readonly number[];
  readonly candidate: readonly number[];
}

function statesOf(random: RandomNumbers): readonly SimulatedState[] {
  const states: SimulatedState[] = [];
  while (states.length < STATES) states.push(...simulatedTrajectory(random));
  return states.slice(0, STATES);
}

/**
 * Estimate minus truth over the same states at each number of samples; what does not depend on it is judged, the rest
 * shown.
 */
export function biasVerdicts(sizes: readonly number[]): readonly Verdict[] {
  const states = statesOf(randomNumbers(400));
  return sizes.flatMap((samples) => {
    const random = randomNumbers(500 + samples);
    const sampled = states.map((state) => ({
      state,
      baseline: draws(state, state.baseline, samples, random),
      candidate: draws(state, state.candidate, samples, random),
    }));
    return [...judged(sampled, samples), ...shown(sampled, samples)];
  });
}

/** At most two standard errors from 0. */
function judged(sampled: readonly Sampled[], samples: number): readonly Verdict[] {
  const errors = {
    "mean difference": sampled.map((one) => differenceOf(one) - trueDifference(one.state)),
    superiority: sampled.map(
      ({ state, baseline, candidate }) => superiority(baseline, candidate) - trueSuperiority(state),
    ),
  };
  return Object.entries(errors).map(([metric, values]) => {
    const error = Math.sqrt(sampleVariance(values) / values.length);
    return verdict(`bias, ${metric}`, samples, mean(values), error, [-2 * error, 2 * error]);
  });
}

function shown(sampled: readonly Sampled[], samples: number): readonly Verdict[] {
  const truths = sampled.map(({ state }) => trueDifference(state));
  const differences = sampled.map(differenceOf);
  const wins = differences.map((one, index) => win(one) - ((truths[index] ?? 0) > SAME ? 1 : 0));
  const ties = differences.map((one, index) => tie(one) - (Math.abs(truths[index] ?? 0) <= SAME ? 1 : 0));
  const score = wins.map((one, index) => one + (ties[index] ?? 0) / 2);
  const rows = Object.entries({ "win share": wins, "tie share": ties, "half-tie share": score }).map(
    ([metric, values]) =>
      verdict(`bias, ${metric}`, samples, mean(values), Math.sqrt(sampleVariance(values) / values.length), null),
  );
  return samples < 2 ? rows : [...rows, ...ofVariance(sampled, samples, truths, differences)];
}

function ofVariance(
  sampled: readonly Sampled[],
  samples: number,
  truths: readonly number[],
  differences: readonly number[],
): readonly Verdict[] {
  const truth = sampleVariance([...truths]);
  const noise = sampled.map(
    ({ baseline, candidate }) => sampleVariance([...baseline]) + sampleVariance([...candidate]),
  );
  const components = varianceComponents(differences, noise, samples);
  const variances = noise.map((one) => one / samples);
  const fit = shrinkage(differences, variances, samples);
  const halves = sampled.map(({ baseline, candidate }) => halfDifferences(baseline, candidate) ?? [0, 0]);
  const split = splitHalf(
    halves.map(([first]) => first),
    halves.map(([, second]) => second),
  );
  const halfTie = mean(truths.map((one) => (one > SAME ? 1 : one < -SAME ? 0 : 0.5)));
  const figures: Record<string, number> = {
    "variance between states": (components.between ?? Number.NaN) - truth,
    "covariance of halves": (split.covariance ?? Number.NaN) - truth,
    "reliability against truth": (split.reliability ?? Number.NaN) - truth / sampleVariance([...differences]),
  };
  if (fit.posterior !== null) {
    const said = differences.map((one, index) => fit.posterior(one, variances[index] ?? 0).probabilityPositive);
    figures["mean P(difference > 0)"] = mean(said) - halfTie;
  }
  return Object.entries(figures).map(([metric, value]) => verdict(`bias, ${metric}`, samples, value, null, null));
}

function differenceOf({ baseline, candidate }: Sampled): number {
  return mean(candidate) - mean(baseline);
}

function win(difference: number): number {
  return outcome(0, difference) === "win" ? 1 : 0;
}

function tie(difference: number): number {
  return outcome(0, difference) === "tie" ? 1 : 0;
}

function verdict(
  what: string,
  samples: number,
  value: number,
  error: number | null,
  band: readonly [number, number] | null,
): Verdict {
  return { what, where: `K = ${samples}, ${STATES} states`, value, error, band, percent: false };
}
