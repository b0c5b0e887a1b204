import { bcaInterval } from "../../src/stats/bca.js";
import { BOOTSTRAP_RESAMPLES, clusterResamples } from "../../src/stats/cluster-resamples.js";
import { clusterSums } from "../../src/stats/cluster-sums.js";
import { clusteredMean } from "../../src/stats/clustered-mean.js";
import { share } from "../../src/stats/share.js";
import { drawTrajectories, observed, type Population, populations } from "./population.js";
import { randomNumbers } from "./random-numbers.js";
import { shareVerdict, type Verdict } from "./verdicts.js";

const RUNS = 10_000;
const BOOTSTRAP_RUNS = 2500;
const SIZES = [5, 10, 20, 50, 200];
type Band = readonly [number, number];

function covers({ truth }: Population, low: number | null, high: number | null): boolean {
  return low !== null && high !== null && low <= truth && truth <= high;
}

/** How alike the states of one trajectory are in this simulation. */
export function intraclassVerdicts(): readonly Verdict[] {
  return populations(1).map(({ metric, intraclass }) => ({
    what: `intraclass correlation, ${metric}`,
    where: "simulation",
    value: intraclass,
    // Made for the differences; shares of the same states are less alike.
    band: metric.endsWith("share") ? null : [0.25, 0.35],
    error: null,
    percent: false,
  }));
}

/** Of the default intervals: CR1 with t, and what `share` makes of it. */
export function coverageVerdicts(bands: Readonly<Record<number, Band>>): readonly Verdict[] {
  const all = populations(1);
  return SIZES.flatMap((clusters) => {
    const random = randomNumbers(100 + clusters);
    const covered = all.map(() => 0);
    for (let run = 0; run < RUNS; run += 1) {
      const chosen = drawTrajectories(random, clusters);
      all.forEach((population, metric) => {
        const sums = observed(population, chosen);
        const { low, high } = population.metric === "win share" ? share(sums) : clusteredMean(sums);
        if (covers(population, low, high)) covered[metric] = (covered[metric] ?? 0) + 1;
      });
    }
    return all.map(({ metric }, index) =>
      shareVerdict(`coverage, CR1-t, ${metric}`, at(clusters), covered[index] ?? 0, RUNS, bands[clusters] ?? null),
    );
  });
}

/** Of the bootstrap; a run without an interval does not cover. */
export function bootstrapVerdicts(bands: Readonly<Record<number, Band>>): readonly Verdict[] {
  const all = populations(1);
  return SIZES.flatMap((clusters) => {
    const random = randomNumbers(200 + clusters);
    const covered = all.map(() => 0);
    for (let run = 0; run < BOOTSTRAP_RUNS; run += 1) {
      const chosen = drawTrajectories(random, clusters);
      const resamples = clusterResamples(clusters, BOOTSTRAP_RESAMPLES, run);
      all.forEach((population, metric) => {
        const { low, high } = bcaInterval(observed(population, chosen).totals(), resamples);
        if (covers(population, low, high)) covered[metric] = (covered[metric] ?? 0) + 1;
      });
    }
    return all.map(({ metric }, index) =>
      shareVerdict(
        `coverage, BCa, ${metric}`,
        at(clusters),
        covered[index] ?? 0,
        BOOTSTRAP_RUNS,
        bands[clusters] ?? null,
      ),
    );
  });
}

/** Chance that a state repeats its trajectory's own outcome instead of drawing one: the intraclass correlation. */
const ALIKE = 0.3;

/**
 * Wilson's interval stands in where a share is 0 or 1: how often a run is such and its interval misses the truth, for
 * rare wins among states that are alike within a trajectory; and how often any interval of such a share covers, unjudged.
 */
export function degenerateVerdicts(band: Band): readonly Verdict[] {
  return [5, 10, 20, 50].flatMap((clusters) => {
    const random = randomNumbers(300 + clusters);
    return [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4].flatMap((truth) => {
      let [missed, covered] = [0, 0];
      for (let run = 0; run < RUNS; run += 1) {
        const sums = clusterSums();
        for (let cluster = 0; cluster < clusters; cluster += 1) {
          const states = 2 + random.below(13);
          const own = random.uniform() < truth ? 1 : 0;
          for (let state = 0; state < states; state += 1) {
            const drawn = random.uniform() < Math.sqrt(ALIKE) ? own : Number(random.uniform() < truth);
            sums.add(String(cluster), drawn);
          }
        }
        const { method, low, high } = share(sums);
        const holds = low !== null && high !== null && low <= truth && truth <= high;
        if (holds) covered += 1;
        else if (method === "wilson") missed += 1;
      }
      return [
        shareVerdict(`missed, Wilson, all 0 or 1, true share ${truth}`, at(clusters), missed, RUNS, band),
        shareVerdict(`coverage, share of ${truth}`, at(clusters), covered, RUNS, null),
      ];
    });
  });
}

function at(clusters: number): string {
  return `${clusters} trajectories`;
}
