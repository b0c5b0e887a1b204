import { axisY, type Markish } from "@observablehq/plot";
import type { ComparisonSlice } from "./comparison-slices.js";
import { count } from "./number-text.js";
import { roomFor } from "./plot-svg.js";

/** A row of a chart whose rows are slices. */
export interface SliceRow {
  readonly place: ComparisonSlice;
  readonly states: number;
}

/** Rows from top to bottom, with an empty one before each group but the first. */
export function sliceDomain(slices: readonly ComparisonSlice[]): readonly string[] {
  return slices.flatMap((place, index) =>
    place.isWhole && index > 0 ? [`gap ${place.slice}`, place.slice] : [place.slice],
  );
}

/** Names of the slices on the left, whole groups bold; numbers of states on the right. */
export function sliceAxes(rows: readonly SliceRow[]): readonly Markish[] {
  const bySlice = new Map(rows.map((row) => [row.place.slice, row]));
  const labelOf = (slice: string): string => bySlice.get(slice)?.place.label ?? "";
  const statesOf = (slice: string): string => count(bySlice.get(slice)?.states ?? 0);
  const slices = [...bySlice.keys()];
  const isWhole = (slice: string): boolean => bySlice.get(slice)?.place.isWhole === true;
  const shared = { tickSize: 0, label: null, fill: "var(--ink)" };
  return [
    axisY(slices.filter(isWhole), { ...shared, anchor: "left", tickFormat: labelOf, fontWeight: "bold" }),
    axisY(
      slices.filter((slice) => !isWhole(slice)),
      { ...shared, anchor: "left", tickFormat: labelOf },
    ),
    axisY(slices, { ...shared, anchor: "right", tickFormat: statesOf, fill: "var(--muted)" }),
  ];
}

/** Margins that hold the names and the numbers. */
export function sliceMargins(rows: readonly SliceRow[], font: number): { marginLeft: number; marginRight: number } {
  return {
    marginLeft: roomFor(
      rows.map((row) => row.place.label),
      font,
    ),
    marginRight: roomFor(
      rows.map((row) => count(row.states)),
      font,
    ),
  };
}
