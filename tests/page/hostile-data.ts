import type { ExplorerState, ReportData, RunReport } from "../../src/report/report-data.js";
import { sampleRun } from "./sample-data.js";

const RUN = "window.hacked=1";
export const LONG_LINE = "x".repeat(100_000);
/** What a model might say to the page: markup, links, text that ends a script, unseen and turning characters. */
export const hostileTexts: readonly string[] = [
  `<script>${RUN}</script>`,
  `<img src=x onerror="${RUN}">`,
  `<svg onload=${RUN}>`,
  `javascript:${RUN}`,
  `[a link](javascript:${RUN})`,
  `</script><script>${RUN}</script>`,
  "<!--<script>",
  "]]></style><iframe srcdoc='<p>'>",
  "left\u202eright\u2066isolate\u200bzero",
  "line\u2028separator\u2029paragraph",
  "nul\u0000bell\u0007escape\u001b[31m",
  "lone \ud800 half",
  "\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd",
  "\u{1f600} emoji \u{1f469}\u200d\u{1f4bb}",
  "```python\n<script>window.hacked=1</script>\n```",
  LONG_LINE,
];
export const hostileIds: readonly string[] = [
  `"><img src=x onerror=${RUN}>:0`,
  "it's 50% #1 <b>:0",
  "\u00e9\u4f60\u597d \u202e:0",
  "../..//?a=b&c:0",
  "%E0%A4%A:0",
  "__proto__",
];

/** A report whose every free text is one of those: each state has all of them as actions. */
export function hostileReport(): ReportData {
  const all = hostileTexts.filter((text) => text !== LONG_LINE).join("\n");
  const run = sampleRun();
  const shape = run.explorer.shown[0] as ExplorerState;
  const states = hostileIds.map(
    (id): ExplorerState => ({
      ...shape,
      id,
      trajectory: id,
      messages: hostileTexts.map((content) => ({ role: "user", content })),
      taken: all,
      injected: { action: all, regret: 0.1 },
      actions: hostileTexts.map((action) => ({
        action,
        valid: false,
        quality: null,
        unscored: all,
        counts: [1, 1],
        probabilities: [null, 0.5],
      })),
      pairs: shape.pairs.map((pair) => ({ ...pair, candidate: "rl<img src=x onerror=window.hacked=1>\u202e" })),
    }),
  );
  return { schema: 1, runs: [renamed({ ...run, explorer: { shown: states, total: 99 } }, all)] };
}

function renamed(run: RunReport, all: string): RunReport {
  const candidate = "rl<img src=x onerror=window.hacked=1>\u202e";
  const baseline = 'base"><script>window.hacked=1</script>';
  return {
    ...run,
    name: "</title><script>window.hacked=1</script>/run #1",
    task: all,
    baseline,
    candidates: [candidate],
    quality: all,
    facts: [{ name: all, value: all }],
    verdicts: [{ probe: all, candidate, text: all }],
    notices: [all],
    summary: run.summary.map((row) => ({
      ...row,
      baseline,
      candidate,
      slice: row.slice.replace("source=rl", `source=${candidate}`),
      note: all,
    })),
    points: {
      ...run.points,
      shown: run.points.shown.map((point) => ({ ...point, candidate, stateId: hostileIds[0] ?? "" })),
    },
    nll: run.nll.map((box) => ({ ...box, source: box.source + candidate, scoredBy: box.scoredBy + baseline })),
    policies: [baseline, candidate],
  };
}
