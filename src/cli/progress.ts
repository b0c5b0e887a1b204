import { Presets, SingleBar } from "cli-progress";

/** Tells on stderr how far the work is. */
export interface Progress {
  advance(): void;
  stop(): void;
}

/** Plain lines appear at most this often, in milliseconds. */
const LINE_INTERVAL_MS = 5000;

/**
 * A bar with rate and time left on a terminal, plain lines elsewhere.
 *
 * @param label what is counted: `trajectories`
 * @param done how many were there already
 */
export function showProgress(label: string, total: number, done: number): Progress {
  const startedMs = Date.now();
  if (process.stderr.isTTY) {
    const format = `{bar} {value}/{total} ${label} | {rate}/s | {eta_formatted} left`;
    const bar = new SingleBar(
      { format, stream: process.stderr, hideCursor: true, barsize: 24 },
      Presets.shades_classic,
    );
    let count = 0;
    bar.start(total, done, { rate: "–" });
    // The bar hides the cursor: however the process ends, it comes back.
    process.once("exit", () => bar.stop());
    return {
      advance: () => {
        count += 1;
        bar.increment({ rate: ((1000 * count) / Math.max(1, Date.now() - startedMs)).toFixed(1) });
      },
      stop: () => bar.stop(),
    };
  }
  let count = done;
  let saidMs = startedMs;
  return {
    advance: () => {
      count += 1;
      if (count < total && Date.now() - saidMs < LINE_INTERVAL_MS) return;
      saidMs = Date.now();
      const seconds = (saidMs - startedMs) / 1000;
      const rate = (count - done) / Math.max(seconds, 1e-3);
      const left = Math.ceil((total - count) / rate);
      process.stderr.write(`${count}/${total} ${label}, ${rate.toFixed(1)}/s, ${left} s left\n`);
    },
    stop: () => {},
  };
}
