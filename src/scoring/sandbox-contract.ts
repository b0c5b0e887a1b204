import type { ProgramTest } from "./problem-shape.js";

/** What a program may use. Bytes, except where the name says else. */
export interface SandboxLimits {
  /** Wall time of one test. */
  readonly testMs: number;
  /** Wall time of all tests of a program; tests that it leaves no time for are timeouts. */
  readonly programMs: number;
  /** Private memory of each process; all of a test together may hold twice as much. */
  readonly memoryBytes: number;
  /** Standard output of one test, and the value of a function; as much is added as the expected answer is long. */
  readonly outputBytes: number;
  /** Processes and threads at once, where there are any. */
  readonly processes: number;
  /** One file; all files of a program together may be four times as large. */
  readonly fileBytes: number;
}

/** All files of a program together, in files of the largest size. */
export const FILES_A_PROGRAM = 4;

/** 6 s a test is LiveCodeBench's. */
export const defaultLimits: SandboxLimits = {
  testMs: 6000,
  programMs: 120_000,
  memoryBytes: 256 * 2 ** 20,
  outputBytes: 64 * 2 ** 10,
  processes: 16,
  fileBytes: 4 * 2 ** 20,
};

/** What became of one test of a program, before anyone compared anything. */
export type RawResult =
  | {
      readonly outcome: "ended";
      /** Exit status; negative is the signal that ended it. */
      readonly code: number;
      readonly stdout: Uint8Array;
      /** Its end, where it is long. */
      readonly stderr: Uint8Array;
      /** JSON of what the function returned; empty when it did not return, and on standard input. */
      readonly value: Uint8Array;
    }
  | {
      readonly outcome: "timeout" | "memory" | "output_limit";
      readonly stdout: Uint8Array;
      readonly stderr: Uint8Array;
    }
  | { readonly outcome: "grader_error"; readonly reason: string };

/** Where programs run. A program meets nothing that an earlier one left, and nothing of it stays. */
export interface Sandbox {
  readonly name: string;
  /** One line: what it keeps out, for the manifest. */
  readonly description: string;
  /** One result a test, in order. Never rejects because of what the program did. */
  run(program: string, tests: readonly ProgramTest[], limits: SandboxLimits): Promise<readonly RawResult[]>;
  close(): Promise<void>;
}
