import { mcnemar } from "../../src/stats/mcnemar.js";
import { outcome } from "../../src/stats/outcome.js";
import { relabelledOutcomes, relabelTest } from "../../src/stats/relabel.js";
import { signFlipTest } from "../../src/stats/sign-flip.js";
import { drawTrajectories, mean, observed, populations } from "./population.js";
import { randomNumbers } from "./random-numbers.js";
import { draws, simulatedTrajectory } from "./simulated-policies.js";
import { shareVerdict, type Verdict } from "./verdicts.js";

const RUNS = 2500;
const LEVEL = 0.05;
/** Rounds of a relabelling: any number whose (rounds + 1) / 20 is whole gives a test of exactly 5 %. */
const ROUNDS = 199;
type Band = readonly [number, number];

/**
 * Of the sign-flip test on clustered metrics whose mean is 0: once with the policies' roles swapped by trajectory, so
 * that sums are symmetric as the test assumes, once centred at their truth and as skew as they are.
 */
export function signFlipVerdicts(band: Band): readonly Verdict[] {
  const all = populations(1);
  return [10, 20, 50, 200].flatMap((clusters) => {
    const random = randomNumbers(600 + clusters);
    const rejected = all.map(() => ({ swapped: 0, centred: 0 }));
    for (let run = 0; run < RUNS; run += 1) {
      const chosen = drawTrajectories(random, clusters);
      const signs = chosen.map(() => (random.uniform() < 0.5 ? 1 : -1));
      all.forEach((population, metric) => {
        const centred = observed(population, chosen)
          .totals()
          .map((one) => ({ ...one, sum: one.sum - population.truth * one.count }));
        const swapped = centred.map((one, index) => ({ ...one, sum: one.sum * (signs[index] ?? 1) }));
        const counts = rejected[metric];
        if (counts === undefined) return;
        if (isRejected(signFlipTest(centred, run).pValue)) counts.centred += 1;
        if (isRejected(signFlipTest(swapped, run).pValue)) counts.swapped += 1;
      });
    }
    return all.flatMap(({ metric }, index) =>
      (["swapped", "centred"] as const).map((how) =>
        shareVerdict(
          `false positives, sign flip, ${metric}, ${how}`,
          `${clusters} trajectories`,
          rejected[index]?.[how] ?? 0,
          RUNS,
          band,
        ),
      ),
    );
  });
}

/** Of the relabelling test on the win share, one policy against itself, qualities alike within a trajectory. */
export function relabelVerdicts(band: Band): readonly Verdict[] {
  return [
    { clusters: 5, samples: 4 },
    { clusters: 20, samples: 1 },
    { clusters: 20, samples: 8 },
    { clusters: 50, samples: 4 },
  ].map(({ clusters, samples }) => {
    const random = randomNumbers(700 + clusters + samples);
    let rejected = 0;
    for (let run = 0; run < RUNS; run += 1) {
      const nulls = new Float64Array(ROUNDS);
      let wins = 0;
      for (let cluster = 0; cluster < clusters; cluster += 1) {
        for (const state of simulatedTrajectory(random)) {
          const baseline = draws(state, state.baseline, samples, random);
          const candidate = draws(state, state.baseline, samples, random);
          if (outcome(mean(baseline), mean(candidate)) === "win") wins += 1;
          const outcomes = relabelledOutcomes(baseline, candidate, ROUNDS, random.below(2 ** 32));
          for (let round = 0; round < ROUNDS; round += 1) {
            if (outcomes[round] === 1) nulls[round] = (nulls[round] ?? 0) + 1;
          }
        }
      }
      if (isRejected(relabelTest(wins, nulls).pValue)) rejected += 1;
    }
    const where = `${clusters} trajectories, K = ${samples}`;
    return shareVerdict("false positives, relabelling, win share", where, rejected, RUNS, band);
  });
}

/** Of McNemar's test: two equally good policies on the same instances, some of which are hard for both. */
export function mcnemarVerdicts(band: Band): readonly Verdict[] {
  return [20, 50, 200].flatMap((instances) => {
    const random = randomNumbers(800 + instances);
    const rejected = { exact: 0, midP: 0 };
    for (let run = 0; run < RUNS; run += 1) {
      const only = [0, 0];
      for (let instance = 0; instance < instances; instance += 1) {
        const chance = random.uniform();
        const [first, second] = [random.uniform() < chance, random.uniform() < chance];
        if (first && !second) only[0] = (only[0] ?? 0) + 1;
        if (second && !first) only[1] = (only[1] ?? 0) + 1;
      }
      const { exact, midP } = mcnemar(only[0] ?? 0, only[1] ?? 0);
      if (isRejected(exact)) rejected.exact += 1;
      if (isRejected(midP)) rejected.midP += 1;
    }
    return (["exact", "midP"] as const).map((kind) =>
      shareVerdict(`false positives, McNemar, ${kind}`, `${instances} instances`, rejected[kind], RUNS, band),
    );
  });
}

/**
 * What stopping at the first significant look does (facts 1.9: 20.4 %): normal values of mean 0, a z-test with the
 * sample's standard deviation after every 50 of 500.
 */
export function peekingVerdict(band: Band): Verdict {
  const runs = 20_000;
  const random = randomNumbers(900);
  let rejected = 0;
  for (let run = 0; run < runs; run += 1) {
    let [sum, squares, found] = [0, 0, false];
    for (let count = 1; count <= 500; count += 1) {
      const value = random.normal();
      sum += value;
      squares += value ** 2;
      if (count % 50 !== 0) continue;
      const variance = (squares - sum ** 2 / count) / (count - 1);
      if (Math.abs(sum) > 1.959963984540054 * Math.sqrt(count * variance)) found = true;
    }
    if (found) rejected += 1;
  }
  return shareVerdict("false positives, z-test looked at ten times", "500 observations", rejected, runs, band);
}

function isRejected(pValue: number | null): boolean {
  return pValue !== null && pValue <= LEVEL + 1e-12;
}
