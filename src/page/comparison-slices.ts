/** Where the comparison is made: a slice of summary.csv, in the order of the charts. */
export interface ComparisonSlice {
  readonly slice: string;
  readonly label: string;
  readonly probe: "matched" | "recovery";
  /** Starts a group: its parts follow. */
  readonly isWhole: boolean;
}

const STAGES = ["early", "middle", "late"];

export const comparisonSlices: readonly ComparisonSlice[] = [
  { slice: "all", label: "saved states", probe: "matched", isWhole: true },
  ...STAGES.map((stage) => ({ slice: `stage=${stage}`, label: stage, probe: "matched" as const, isWhole: false })),
  { slice: "kind=parent", label: "before an error", probe: "recovery", isWhole: true },
  { slice: "kind=error", label: "after the error", probe: "recovery", isWhole: true },
  ...STAGES.map((stage) => ({
    slice: `kind=error,stage=${stage}`,
    label: stage,
    probe: "recovery" as const,
    isWhole: false,
  })),
];

/** The paired change from parents to their error states. */
export const contrastSlice: ComparisonSlice = { slice: "contrast", label: "change", probe: "recovery", isWhole: true };
