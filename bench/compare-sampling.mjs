// Arms that draw K replies at every state of a workload, in turns: samples and tokens a second against the first arm.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPeer } from "./peer-processes.mjs";
import { inRounds, median } from "./rounds.mjs";
import { makeWorkload } from "./workloads.mjs";

/** Those that open; why the others do not, by name. */
async function openAll(arms, context) {
  const peers = {};
  const refused = {};
  for (const [name, arm] of Object.entries(arms)) {
    try {
      peers[name] = await openPeer(arm, context);
    } catch (error) {
      refused[name] = error.message.split("\n")[0];
    }
  }
  return { peers, refused };
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

function tokensOf(answer) {
  return sum(answer.flat(2).map((ids) => ids.length));
}

/** Σ above / Σ below, and its standard error over the pairs (by linearisation). */
function ratioWithError(above, below) {
  const ratio = sum(above) / sum(below);
  const residuals = above.map((one, index) => one - ratio * below[index]);
  return { ratio, error: Math.sqrt(sum(residuals.map((one) => one ** 2))) / sum(below) };
}

/**
 * One line an arm. The first of `arms` is ours: it judges what all draw. Where the arms draw by the same keys
 * (`sameDraws`), replies that differ from the first one's are counted too.
 */
export async function compareSampling(name, arms, options, { sameDraws = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "matched-state-bench-"));
  const file = join(folder, "workload.json");
  const { about, trajectories, samples } = makeWorkload(name, options, file);
  console.log(about);
  const [first] = Object.keys(arms);
  const asked = Object.entries(arms).filter(([arm, its]) => arm === first || options.isAsked(arm, its));
  const context = { workload: file, python: options.python };
  const { peers, refused } = await openAll(Object.fromEntries(asked), context);
  const requests = (round) => trajectories.map((_, trajectory) => ({ trajectory, round }));
  const work = Object.entries(peers).map(([arm, peer]) => [arm, (round) => peer.each("sample", requests(round))]);

  /** Mean NLL a token under our own policy: the same for all arms, when all draw from one distribution. */
  const judged = {};
  const differing = {};
  let expected = null;
  async function judge(arm, answer) {
    const replies = answer.flat(2).map((ids) => ids.join());
    expected ??= replies;
    differing[arm] = replies.filter((reply, index) => reply !== expected[index]).length;
    const asks = answer.map((draws, trajectory) => ({ trajectory, draws }));
    const nll = await peers[first].each("judge", asks);
    judged[arm] = ratioWithError(
      nll.flat(2),
      answer.flat(2).map((ids) => ids.length),
    );
  }
  const { seconds, answers } = await inRounds(Object.fromEntries(work), options.rounds, judge);
  for (const peer of Object.values(peers)) peer.close();
  rmSync(folder, { recursive: true });

  const drawn = trajectories.flat().length * samples;
  console.log(`arm: samples/s, tokens/s, time over that of ${first} (range of rounds); tokens a sample, nats a token`);
  for (const [arm, spent] of Object.entries(seconds)) {
    const tokens = answers[arm].map(tokensOf);
    const ratios = spent.map((one, round) => one / seconds[first][round]);
    const range = `${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}`;
    const rate = median(spent.map((one, round) => tokens[round] / one));
    console.log(
      `${arm}: ${(drawn / median(spent)).toFixed(1)} samples/s, ${rate.toFixed(0)} tokens/s, ` +
        `${(median(spent) / median(seconds[first])).toFixed(2)}× (${range}); ` +
        `${(median(tokens) / drawn).toFixed(1)}, ${judged[arm].ratio.toFixed(3)} ± ${judged[arm].error.toFixed(3)}` +
        (sameDraws ? `; ${differing[arm]} of ${drawn} replies differ` : ""),
    );
  }
  for (const [arm, why] of Object.entries(refused)) console.log(`${arm}: did not open: ${why}`);
}
