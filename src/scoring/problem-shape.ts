/** One test of a program. What a function takes and returns is JSON, with integers beyond 2^53 as bigint. */
export type ProgramTest =
  | { readonly kind: "stdin"; readonly input: string; readonly expected: string }
  | {
      readonly kind: "functional";
      readonly functionName: string;
      readonly args: readonly unknown[];
      readonly expected: unknown;
    };

/** A programming problem: an instance of the task. */
export interface Problem {
  /** The row's `instance_id`, else `dc-` and 12 hex digits of the statement's SHA-256. */
  readonly instanceId: string;
  readonly statement: string;
  /** What a solution must begin with, for functions; empty where a program reads its input. */
  readonly starterCode: string;
  /** Programs known to be right; may be empty. */
  readonly solutions: readonly string[];
  readonly tests: readonly ProgramTest[];
  /** How many tests, from the first, may be shown; the others are hidden. */
  readonly publicTests: number;
  /** `train` problems are not played live; null where the row does not say. */
  readonly split: string | null;
}
