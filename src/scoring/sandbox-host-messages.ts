/** One test for a host process. */
export interface HostQuestion {
  /** `(source, test)` as a Python literal. */
  readonly request: string;
  readonly input: string;
  readonly outputBytes: number;
  readonly fileBytes: number;
}

export interface HostAnswer {
  readonly outcome: "ended" | "output_limit";
  readonly code: number;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  readonly value: Uint8Array;
}

/** All that a host says. */
export type HostMessage = HostAnswer | { readonly ready: true } | { readonly failure: string };
