import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { Fault } from "../core/fault.js";
import { systemFault } from "./system-fault.js";

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Holds `file` until the process ends, so that no other process writes the same output. A lock that a killed process
 * left is taken over. Throws a Fault while its holder lives.
 */
export function holdLock(file: string): void {
  for (;;) {
    try {
      const handle = openSync(file, "wx");
      writeSync(handle, String(process.pid));
      closeSync(handle);
      process.once("exit", () => rmSync(file, { force: true }));
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST")
        throw systemFault(file, "a file that can be written", error);
    }
    const holder = Number(readFileSync(file, "utf8"));
    if (Number.isInteger(holder) && holder > 0 && isAlive(holder)) {
      throw new Fault({ where: file, expected: "no other process at work here", got: `process ${holder}` });
    }
    rmSync(file, { force: true });
  }
}
