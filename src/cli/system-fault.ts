import { Fault } from "../core/fault.js";

/** An error of the operating system (full disk, no permission) as a Fault; any other error as it is. */
export function systemFault(where: string, expected: string, error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return error;
  return new Fault({ where, expected, got: error.message });
}
