import type { RunReport } from "../report/report-data.js";
import type { NumberTable } from "./number-table.js";

/** In CSS pixels. */
export interface Size {
  readonly width: number;
  readonly font: number;
}

/** One plot of a chart. Panels of one chart share their scales. */
export interface Panel {
  /** Said above the plot; empty where the chart has one panel. */
  readonly label: string;
  /** What a listener hears in place of the plot. */
  readonly description: string;
  /** Why there is nothing to draw; null where there is. */
  readonly missing: string | null;
  /** What is left out of a plot that is drawn. */
  readonly note?: string;
  draw(size: Size): Element;
}

export interface LegendEntry {
  readonly text: string;
  /** Names the key's drawing in the style sheet. */
  readonly key: string;
}

export interface Chart {
  readonly id: string;
  readonly title: string;
  /** What is seen, how to read it, what the interval is: a paragraph each. */
  readonly caption: readonly string[];
  readonly legend: readonly LegendEntry[];
  readonly panels: readonly Panel[];
  /** Panels that belong beside each other, where there is room. */
  readonly columns: number;
  readonly table: NumberTable;
}

export type ChartMaker = (runs: readonly RunReport[]) => Chart;
