/** What a fault says, in the order the one-line message gives it. */
export interface FaultDetails {
  /** File and line, state id, or command-line flag, and the field in it: `runs/a.jsonl:12: turns[3].snapshot`. */
  readonly where: string;
  readonly expected: string;
  readonly got: string;
  /** The command line itself is wrong: exit code 2 instead of 1. */
  readonly isUsage?: boolean;
}

function faultMessage({ where, expected, got }: FaultDetails): string {
  return `${where}: expected ${expected}, got ${got}`;
}

/** A fault in what the tool was given, or in what the machine under it did: printed as one line, without a stack. */
export class Fault extends Error {
  override readonly name = "Fault";
  readonly isUsage: boolean;

  constructor(details: FaultDetails | string) {
    super(typeof details === "string" ? details : faultMessage(details));
    this.isUsage = typeof details !== "string" && details.isUsage === true;
  }
}

/** Longest piece of a user's data that a message quotes, in characters. */
const QUOTE_LIMIT = 60;

/** A value as a message shows it: JSON on one line, cut to a readable length. */
export function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= QUOTE_LIMIT ? text : `${text.slice(0, QUOTE_LIMIT)}…`;
}
