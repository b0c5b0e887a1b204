import type { MatchOutcome } from "../core/rows.js";
import type { StateKind } from "../core/state.js";
import type { QualityPoint } from "../report/report-data.js";
import type { Chart, ChartMaker } from "./chart.js";
import { type Comparison, comparisonsOf, joinedLabel } from "./comparisons.js";
import { openState } from "./fragment.js";
import { count } from "./number-text.js";
import { paragraph } from "./paragraph.js";
import { domainOf } from "./plot-svg.js";
import { pointPicker } from "./point-picker.js";
import { qualityPlot } from "./quality-plot.js";
import { absence } from "./summary-rows.js";

const KINDS: readonly { readonly kind: StateKind; readonly label: string; readonly probe: string }[] = [
  { kind: "on_trajectory", label: "saved states", probe: "matched" },
  { kind: "error", label: "error states", probe: "recovery" },
];
const OUTCOMES: readonly MatchOutcome[] = ["win", "tie", "loss"];

interface Cloud {
  readonly comparison: Comparison;
  readonly label: string;
  readonly probe: string;
  readonly points: readonly QualityPoint[];
}

/** Quality of the baseline's actions against the candidate's, a point a state. */
export const qualityChart: ChartMaker = (runs): Chart => {
  const comparisons = comparisonsOf(runs);
  const clouds = KINDS.flatMap(({ kind, label, probe }) =>
    comparisons.map((comparison): Cloud => {
      const { run, candidate } = comparison;
      const points = run.points.shown.filter((point) => point.kind === kind && point.candidate === candidate);
      return { comparison, label: joinedLabel(comparison.label, label), probe, points };
    }),
  );
  const domain = domainOf(
    clouds.flatMap(({ points }) => points.flatMap((point) => [point.baselineQuality, point.candidateQuality])),
  );
  const shown = runs.map((run) => {
    const where = runs.length > 1 ? ` of ${run.name}` : "";
    const { shown: some, total } = run.points;
    return some.length === total
      ? `All ${count(total)} points${where} are shown.`
      : `${count(some.length)} of ${count(total)} points${where} are shown: whole trajectories, drawn at random.`;
  });
  return {
    id: "quality",
    title: "Quality at each state, baseline against candidate",
    legend: [
      { key: "point-win", text: "candidate better (win)" },
      { key: "point-tie", text: "equal (tie)" },
      { key: "point-loss", text: "baseline better (loss)" },
    ],
    caption: [
      paragraph(
        "A point is a state: across, the mean quality of the baseline's actions there; upwards, the candidate's.",
        "Above the diagonal the candidate is better. Quality is exact where the task's actions are enumerated, else",
        "the mean of the draws.",
      ),
      paragraph(
        ...shown,
        "A click on a point opens the state below;",
        "with the keyboard, arrow keys go from point to point and Enter opens.",
      ),
    ],
    panels: clouds.map(({ comparison: { run, candidate }, label, points, probe }) => ({
      label,
      description: `${tally(points)}. Arrow keys go from point to point, Enter opens the state.`,
      missing: points.length === 0 ? absence(run, probe) : null,
      draw: (size) => {
        const names = { baseline: run.baseline, candidate };
        const plot = qualityPlot(points, domain, names, size);
        return pointPicker(plot, points, names, (id) => openState({ run: run.name, id }));
      },
    })),
    columns: comparisons.length === 1 ? KINDS.length : comparisons.length,
    table: {
      caption: "States shown, by outcome and kind",
      columns: [
        { label: "States", isNumber: false },
        { label: "Comparison", isNumber: false },
        ...OUTCOMES.map((outcome) => ({ label: outcome, isNumber: true })),
      ],
      rows: clouds.map(({ comparison: { run, candidate, label: name }, label, points }) => [
        label,
        name === "" ? `${candidate} against ${run.baseline}` : name,
        ...OUTCOMES.map((outcome) => count(points.filter((point) => point.outcome === outcome).length)),
      ]),
    },
  };
};

function tally(points: readonly QualityPoint[]): string {
  return OUTCOMES.map(
    (outcome) => `${count(points.filter((point) => point.outcome === outcome).length)} ${outcome}`,
  ).join(", ");
}
