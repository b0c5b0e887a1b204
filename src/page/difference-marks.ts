import { dot, type Markish, ruleX, ruleY } from "@observablehq/plot";
import type { SummaryRow } from "../core/rows.js";
import type { Size } from "./chart.js";

/** A way to get at the difference of quality, and how it is drawn. */
export interface DifferenceSeries {
  readonly metric: string;
  readonly text: string;
  readonly key: string;
  readonly symbol: "circle" | "square";
  readonly colour: string;
  /** Side on which it stands of its place: −1 or 1. */
  readonly side: number;
}

export const differenceSeries: readonly DifferenceSeries[] = [
  {
    metric: "mean_difference",
    text: "from draws",
    key: "sampled",
    symbol: "circle",
    colour: "var(--candidate)",
    side: -1,
  },
  {
    metric: "exact_difference",
    text: "exact, from the policies' probabilities",
    key: "exact",
    symbol: "square",
    colour: "var(--exact)",
    side: 1,
  },
];

export interface DifferenceRow {
  readonly row: SummaryRow;
  readonly series: DifferenceSeries;
}

/** Points with their intervals: upright over places on x, or lying over places on y. */
export function differenceMarks<R extends DifferenceRow>(
  rows: readonly R[],
  placeOf: (row: R) => string | number,
  direction: "upright" | "lying",
  size: Size,
): readonly Markish[] {
  return differenceSeries.flatMap((series) => {
    const own = rows.filter((row) => row.series === series);
    const known = own.filter(({ row }) => row.ci_low !== null && row.ci_high !== null);
    // Alone, a series stands at its place.
    const shift = own.length === rows.length ? 0 : series.side * size.font * 0.32;
    const [low, high, estimate] = [
      ({ row }: R) => row.ci_low,
      ({ row }: R) => row.ci_high,
      ({ row }: R) => row.estimate,
    ];
    const line = { stroke: series.colour, strokeWidth: 2 };
    const point = { symbol: series.symbol, r: size.font * 0.34, fill: series.colour, stroke: "var(--paper)" };
    return direction === "upright"
      ? [
          ruleX([...known], { x: placeOf, y1: low, y2: high, dx: shift, ...line }),
          dot([...own], { x: placeOf, y: estimate, dx: shift, ...point }),
        ]
      : [
          ruleY([...known], { y: placeOf, x1: low, x2: high, dy: shift, ...line }),
          dot([...own], { y: placeOf, x: estimate, dy: shift, ...point }),
        ];
  });
}
