// Inputs and results of the estimators in stats, as JSON on stdout, for estimators.py.
import { bcaInterval } from "../../dist/stats/bca.js";
import { benjaminiHochberg } from "../../dist/stats/benjamini-hochberg.js";
import { clusterResamples } from "../../dist/stats/cluster-resamples.js";
import { clusterSums } from "../../dist/stats/cluster-sums.js";
import { clusteredMean } from "../../dist/stats/clustered-mean.js";
import { mcnemar } from "../../dist/stats/mcnemar.js";
import { mersenneTwister } from "../../dist/stats/mersenne-twister.js";
import { passAtK, passHatK } from "../../dist/stats/pass-at-k.js";
import { minimumDetectableEffect, requiredObservations, toHalve } from "../../dist/stats/power.js";
import { relabelledOutcomes, relabelTest } from "../../dist/stats/relabel.js";
import { shrinkage } from "../../dist/stats/shrinkage.js";
import { signFlipTest } from "../../dist/stats/sign-flip.js";
import { halfDifferences, splitHalf } from "../../dist/stats/split-half.js";
import { superiority } from "../../dist/stats/superiority.js";
import { varianceComponents } from "../../dist/stats/variance-components.js";
import { blockOutcomes, curveSizes } from "../../dist/stats/win-share-curve.js";

const { uniform } = mersenneTwister(20260101);
const below = (count) => Math.floor(uniform() * count);
const list = (length, draw) => Array.from({ length }, draw);

/** Uneven clusters of quarters, so that ties are common; `shift` moves their mean away from 0. */
function clustered(clusters, shift) {
  return list(clusters, () => {
    const common = below(3) - 1;
    return list(1 + below(6), () => (common + below(5) - 2) / 4 + shift);
  });
}

function sumsOf(clusters) {
  const sums = clusterSums();
  clusters.forEach((values, cluster) => {
    for (const value of values) sums.add(String(cluster), value);
  });
  return sums;
}

const bootstrap = list(20, (_, index) => {
  const clusters = clustered(2 + index * 3, 0.1);
  const resamples = clusterResamples(clusters.length, 2000, index);
  const { low, high } = bcaInterval(sumsOf(clusters).totals(), resamples);
  const t = clusteredMean(sumsOf(clusters));
  return { clusters, seed: index, bca: [low, high], t: [t.estimate, t.low, t.high] };
});

const flips = [2, 3, 5, 6, 9, 12, 13, 31, 32, 33, 64, 70].map((count, seed) => {
  const clusters = clustered(count, seed % 2 === 0 ? 0 : 0.3);
  return { clusters, seed, pValue: signFlipTest(sumsOf(clusters).totals(), seed).pValue };
});

const draws = [1, 2, 3, 4, 7, 16, 16, 31].map((samples, seed) => {
  const baseline = list(samples, () => below(5) / 4);
  const candidate = list(samples, () => below(6) / 5);
  const nullOutcomes = Array.from(relabelledOutcomes(baseline, candidate, 999, seed));
  return {
    baseline,
    candidate,
    seed,
    nullOutcomes,
    curve: curveSizes(samples).map((k) => [k, blockOutcomes(baseline, candidate, k)]),
    halves: halfDifferences(baseline, candidate),
    superiority: superiority(baseline, candidate),
  };
});

const nullWins = list(999, () => below(40));
const relabelTests = [0, 1, 20, 38, 39, 60].map((observed) => ({ observed, ...relabelTest(observed, nullWins) }));

const states = list(60, () => {
  const truth = (uniform() - 0.4) / 2;
  return { difference: truth + (uniform() - 0.5) / 2, noise: uniform() / 3 };
});
const differences = states.map(({ difference }) => difference);
const SAMPLES = 8;
const variances = states.map(({ noise }) => noise / SAMPLES);
const fit = shrinkage(differences, variances, SAMPLES);
const [first, second] = [differences, differences.map((one, index) => one + (variances[index] - 0.02) * 10)];

const tests = list(11, (_, index) => (index % 4 === 3 ? null : below(100) / 500));
const pairs = list(30, () => [below(40), below(60)]).concat([
  [0, 0],
  [4, 4],
  [0, 9],
  [700, 800],
]);
const attempts = list(40, () => {
  const n = 1 + below(60);
  return [n, below(n + 1), 1 + below(n + 2)];
});

process.stdout.write(
  JSON.stringify({
    words: [0, 1234, 2 ** 32 - 1].map((seed) => {
      const { word, uniform } = mersenneTwister(seed);
      return { seed, words: list(1500, word), uniforms: list(700, uniform) };
    }),
    bootstrap,
    flips,
    draws,
    relabel: { nullWins, tests: relabelTests },
    normal: {
      differences,
      variances,
      samples: SAMPLES,
      prior: [fit.mean, fit.variance, fit.typicalNoise],
      posteriors: states.map((_, index) => fit.posterior(differences[index], variances[index])),
      components: varianceComponents(
        differences,
        states.map(({ noise }) => noise),
        SAMPLES,
      ),
    },
    halves: { first, second, ...splitHalf(first, second) },
    adjusted: { tests, values: benjaminiHochberg(tests) },
    pairs: pairs.map(([b, c]) => ({ b, c, ...mcnemar(b, c) })),
    attempts: attempts.map(([n, c, k]) => ({ n, c, k, any: passAtK(n, c, k), all: passHatK(n, c, k) })),
    power: {
      multiple: minimumDetectableEffect(1, Infinity),
      multipleOfTen: minimumDetectableEffect(1, 9),
      plans: [1, 2, 10].map((samples) => {
        const plan = { betweenVariance: 1 / 9, noiseVarianceA: 1 / 6, noiseVarianceB: 0.1, effect: 0.03 };
        return { samples, states: requiredObservations({ ...plan, samplesA: samples, samplesB: 2 * samples }) };
      }),
      purchases: [
        [0.1, 100, 4, 3.9],
        [0.05, 400, 2, 1.9],
        [0.05, 400, 2, 0.4],
      ].map(([standardError, states, samples, noise]) => {
        const bought = toHalve({ standardError, states, samples, noise });
        return { standardError, states, samples, noise, wanted: bought.samples };
      }),
    },
  }),
);
